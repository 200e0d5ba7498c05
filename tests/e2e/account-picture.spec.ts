import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { heic, jpeg, svg, webp } from '../support/pictures.ts'
import { choosePicture, openAccount } from './account.ts'
import { callAction, expect, openHomeAsMember, signInAsMember, test } from './portal.ts'

/** Netlify's limit, with room for the form around it. */
const PLATFORM_LIMIT_BYTES = 4_000_000

const STORED_AT_MOST_BYTES = 60_000

test('a large photo becomes a small, upright picture', async ({ page }) => {
  await openHomeAsMember(page)
  const next = await page.context().newPage()
  const dialog = await openAccount(page)
  // In the file red is on the left; once upright, it is on top. Phones write more behind the picture.
  const halves = plain(1600, 1600, '#00f').composite([
    { input: await plain(800, 1600, '#f00').png().toBuffer(), left: 0, top: 0 },
  ])
  const photo = await halves.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const sent = page.waitForRequest(`**${UPLOAD_ACTION}`)
  await choosePicture(page, Buffer.concat([photo, Buffer.alloc(PLATFORM_LIMIT_BYTES)]))
  const sentBytes = Number((await (await sent).allHeaders())['content-length'])
  expect(sentBytes).toBeLessThan(PLATFORM_LIMIT_BYTES / 4)
  const stored = await storedPicture(page)
  expect(stored.length).toBeLessThanOrEqual(STORED_AT_MOST_BYTES)
  await expectRed(await sharp(stored).extract({ left: 0, top: 0, width: 512, height: 240 }).toBuffer())
  await expect(page.getByText(noticeText.avatar_updated)).toBeVisible()
  await next.goto('/leaderboard')
  await expect(menuPicture(next)).toHaveJSProperty('naturalWidth', 512)
  await test.step('that is removed once its member says so', async () => {
    await dialog.getByRole('button', { name: 'Remove picture' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(menuPicture(page)).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Remove picture' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
    await expect(menuPicture(page)).toHaveCount(0)
    await expect(menuInitials(page)).toHaveText('LK')
  })
})

test('a browser that hides its canvas from sites sends the picture itself', async ({ page }) => {
  await page.addInitScript(() => {
    OffscreenCanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) => {
      const data = new ImageData(width, height)
      data.data.fill(7)
      return data
    }
    OffscreenCanvas.prototype.convertToBlob = () => Promise.resolve(new Blob())
  })
  await openHomeAsMember(page)
  await openAccount(page)
  await choosePicture(page, await plain(3000, 2000, '#f00').jpeg().toBuffer())
  await expectRed(await storedPicture(page))
})

test.describe('when a request fails', () => {
  test.use({ allowConsoleErrors: [/net::ERR_FAILED|status of (401|404|500)/] })

  test('the account keeps the old picture until another is saved', async ({ page }) => {
    await openHomeWithPicture(page)
    const dialog = await openAccount(page)
    const before = (await menuPicture(page).getAttribute('src')) ?? ''
    const json = { type: 'AstroActionError', code: 'INTERNAL_SERVER_ERROR', message: 'avatar_upload_failed' }
    const unanswered = `${errorText.avatar_upload_failed}. ${errorText.unreachable}`
    for (const sentence of [unanswered, errorText.avatar_upload_failed]) {
      await page.route(
        `**${UPLOAD_ACTION}`,
        (route) => (sentence === unanswered ? route.abort() : route.fulfill({ status: 500, json })),
        { times: 1 },
      )
      await choosePicture(page, await webp())
      await expect(dialog.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expect(menuPicture(page)).toHaveAttribute('src', before)
    }
    await choosePicture(page, await webp())
    await expect(menuPicture(page)).not.toHaveAttribute('src', before)
    await expect(dialog.getByText(errorText.avatar_upload_failed)).toHaveCount(0)
    await test.step('a wrong file is refused before upload', async () => {
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url()))
      for (const [file, sentence] of [
        [heic(), errorText.avatar_heic],
        [Buffer.concat([await jpeg(), Buffer.alloc(5 * 1024 * 1024)]), errorText.avatar_too_large],
        [svg(), errorText.avatar_wrong_type],
        [Buffer.from('\u{ff}\u{d8}\u{ff} and no more', 'latin1'), errorText.avatar_unreadable],
      ] as const) {
        await choosePicture(page, file)
        await expect(dialog.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      }
      expect(sent.filter((url) => url.includes(UPLOAD_ACTION))).toEqual([])
    })
    await test.step('an ended session is named', async () => {
      await page.context().clearCookies()
      await choosePicture(page, await webp())
      await expect(dialog.getByText('User not authenticated')).toBeVisible()
    })
  })

  test('initials replace a picture that doesn’t load', async ({ page }) => {
    await page.route('**/avatars/**', (route) => route.fulfill({ status: 404 }))
    await openHomeWithPicture(page)
    await expect(menuInitials(page)).toBeVisible()
    const dialog = await openAccount(page)
    await expect(dialog.getByText('LK', { exact: true })).toBeVisible()
  })
})

async function openHomeWithPicture(page: Page): Promise<void> {
  await signInAsMember(page)
  await callAction(page, 'account.uploadAvatar', await jpeg())
  await page.goto('/')
}

function menuPicture(page: Page) {
  return page.locator('#navigation button[popovertarget=member-menu] img')
}

function menuInitials(page: Page) {
  return page.locator('#navigation button[popovertarget=member-menu] > :first-child > :last-child')
}

async function storedPicture(page: Page): Promise<Buffer> {
  await expect(menuPicture(page)).toHaveAttribute('src', /^\/avatars\//)
  return (await page.request.get((await menuPicture(page).getAttribute('src')) ?? '')).body()
}

async function expectRed(picture: Buffer): Promise<void> {
  const { dominant } = await sharp(picture).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(60)
}

function plain(width: number, height: number, background: string) {
  return sharp({ create: { width, height, channels: 3, background } })
}
