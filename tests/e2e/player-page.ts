import type { Page } from 'playwright/test'
import { list } from './playlist-page.ts'
import { fakeYouTube, type Player, type PlayerHost, waitForPlayer } from './fake-youtube.ts'
import { expect, newPerson, type Person, query, signInAsMember, test as base } from './portal.ts'

export const VIDEO = 'Mentor Orientation'
export const HASH = '#Mentor-Orientation'
const KEY = 'cohort-17/week-0/mentor-orientation'

export let member: Person = newPerson()

export { list }
export const row = (page: Page, title = VIDEO) => list(page).getByRole('link', { name: title })
export const groupHeader = (page: Page, title: string) =>
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
      member = await signInAsMember(page)
      await use(host)
    },
    { auto: true },
  ],
})

/** From here on `member` is who signs in now. */
export async function switchMember(page: Page): Promise<void> {
  member = await signInAsMember(page)
}

/** Reloads the playlist at a fragment. */
export async function openVideo(page: Page, hash = HASH): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/video-playlist${hash}`)
  await expect(page.locator(`#playlist-list [aria-current][href$="${hash.split('&')[0]}"]`)).toHaveCount(1)
}

export async function play(page: Page): Promise<Player> {
  await facade(page).click()
  return waitForPlayer(page)
}

/** Plays up to a second and pauses there. */
export async function playUntil(page: Page, seconds: number): Promise<void> {
  const player = await play(page)
  await player.watch(seconds)
  await player.pause()
  await expect.poll(() => savedProgress()).toMatchObject({ position_seconds: seconds })
}

/** The portal's own row about the member and the video; {} before there is one. */
export async function savedProgress(): Promise<unknown> {
  const sql = `select v.position_seconds, v.watched from video_progress v join users u on u.id = v.user_id
    where u.email = $1 and v.video = $2`
  const [row] = await query(sql, [member.email, KEY])
  return row ?? {}
}
