import type { Page } from 'playwright/test'
import { list } from './playlist-page.ts'
import { playerIn, fakeYouTube, type Player, type PlayerHost } from './player-host.ts'
import { approvedMember, expect, newPerson, query, test as base, type Person } from './portal.ts'

export const VIDEO = 'Mentor Orientation'
export const HASH = '#Mentor-Orientation'
export const KEY = 'cohort-17/week-0/mentor-orientation'

export let member: Person = newPerson()

export { list }
export const row = (page: Page, title = VIDEO) => list(page).getByRole('link', { name: title })
export const line = (page: Page, title: string) =>
  list(page)
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true })
export const facade = (page: Page) => page.getByRole('link', { name: /^Play / }).filter({ visible: true })
export const continueLink = (page: Page) => page.getByRole('link', { name: /^(?:Start|Continue|Up next) / })

/** Each journey has its member, and a fake YouTube. */
export const test = base.extend<{ host: PlayerHost }>({
  host: [
    async ({ page }, use) => {
      const host = await fakeYouTube(page.context())
      member = await approvedMember(page)
      await use(host)
    },
    { auto: true },
  ],
})

/** From here on `member` is who signs in now. */
export async function switchMember(page: Page): Promise<void> {
  member = await approvedMember(page)
}

/** Reloads the playlist at a fragment. */
export async function open(page: Page, hash = HASH): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/video-playlist${hash}`)
  await expect(page.locator(`#playlist-list [aria-current][href$="${hash.split('&')[0]}"]`)).toHaveCount(1)
}

export async function play(page: Page): Promise<Player> {
  await facade(page).click()
  return playerIn(page)
}

/** Plays up to a second and pauses there. */
export async function watch(page: Page, seconds: number): Promise<void> {
  const player = await play(page)
  await player.watch(seconds)
  await player.pause()
  await expect.poll(() => kept()).toMatchObject({ position_seconds: seconds })
}

/** The portal's own row about the member and the video; {} before there is one. */
export async function kept(): Promise<unknown> {
  const sql = `select v.position_seconds, v.watched from video_progress v join users u on u.id = v.user_id
    where u.email = $1 and v.video = $2`
  const [row] = await query(sql, [member.email, KEY])
  return row ?? {}
}
