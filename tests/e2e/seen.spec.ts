import type { Browser, Page } from 'playwright/test'
import { membersRoutes } from '../support/built-site.ts'
import { phonePhoto } from '../support/pictures.ts'
import { openAccount, uploadPicture } from './account.ts'
import { write } from './notes-page.ts'
import { anyMember, expect, memberAtHome, test } from './portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }
const WALK_MS = 300_000

test('every page shows a member with a photo, a note and progress whole, with nothing over what can be pressed', async ({
  page,
}) => {
  test.setTimeout(WALK_MS)
  await memberWithEverything(page)
  for (const [size, sidebar] of [
    [DESKTOP, 'expanded'],
    [DESKTOP, 'collapsed'],
    [PHONE, 'expanded'],
  ] as const) {
    await page.setViewportSize(size)
    await page.evaluate((value) => (document.cookie = `__Host-sidebar=${value}; Path=/; Secure`), sidebar)
    for (const path of membersRoutes()) {
      await page.goto(path)
      const where = `${path} at ${size.width} px, sidebar ${sidebar}`
      expect(await picturesThatDoNotFit(page), where).toEqual([])
      expect(await coveredTargets(page, 'a, button, summary, input, select'), where).toEqual([])
    }
  }
})

test('a collapsed sidebar’s fly-outs lie over the page’s frame, by pointer and by keyboard', async ({
  page,
}) => {
  await anyMember(page)
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  await page.evaluate(() => (document.cookie = '__Host-sidebar=collapsed; Path=/; Secure'))
  for (const path of ['/leaderboard', '/network']) {
    await page.goto(path)
    const groups = page.locator('#navigation li:has(details) > a')
    for (let n = 0; n < (await groups.count()); n++) {
      const pages = page.locator('#navigation li:has(> details)').nth(n).locator('details a')
      await groups.nth(n).hover()
      await expect(pages.first()).toBeVisible()
      expect(await coveredTargets(page, '#navigation details a')).toEqual([])
      await page.mouse.move(700, 10)
      await expect(pages.first()).toBeHidden()
    }
    await groups.first().focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    const firstPage = page.locator('#navigation details a').first()
    await expect(firstPage).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(firstPage).toBeFocused()
    expect(await coveredTargets(page, '#navigation details a')).toEqual([])
  }
})

test('a new browser’s first page shows the brand’s letters', async ({ browser, baseURL }) => {
  for (const path of ['/auth', '/start']) {
    const page = await firstPage(browser, baseURL)
    expect(await fontsOn(page, path), path).toEqual(BRAND_FONTS)
  }
  const page = await firstPage(browser, baseURL)
  await anyMember(page)
  expect(await fontsOn(page, '/'), '/').toEqual(BRAND_FONTS)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: DESKTOP })

  test('frames can be seen', async ({ page }) => {
    await anyMember(page)
    for (const path of ['/leaderboard', '/network']) {
      await page.goto(path)
      const frame = page.locator('main iframe').first()
      await expect(frame).toBeVisible()
      await expect(frame).toHaveCSS('opacity', '1')
      const text = frame.contentFrame().getByRole('heading').first()
      await expect(text).toBeVisible()
      expect(await coveredTargets(page, 'main iframe')).toEqual([])
    }
  })
})

const BRAND_FONTS = ['Piazzolla', 'Public Sans']

async function memberWithEverything(page: Page): Promise<void> {
  await memberAtHome(page)
  await openAccount(page)
  await uploadPicture(page, await phonePhoto(1200, 900))
  await expect(page.locator('[data-viewer=picture] img').first()).toHaveJSProperty('complete', true)
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Mark watched' }).click()
  await write(page, 'Ask five customers first')
}

/** Pictures that are larger or smaller than the circle around them; there must be one. */
function picturesThatDoNotFit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLImageElement>('[data-viewer=picture] img')].filter(
      (picture) => picture.checkVisibility(),
    )
    if (shown.length === 0) return ['no picture']
    return shown.flatMap((picture) => {
      const [inner, outer] = [picture, picture.closest('.avatar') ?? picture].map((one) =>
        one.getBoundingClientRect(),
      )
      const fits =
        inner && outer && Math.abs(inner.width - outer.width) < 3 && Math.abs(inner.height - outer.height) < 3
      return fits ? [] : [`${inner?.width} px in ${outer?.width} px`]
    })
  })
}

/** Of all that match and can be seen, those with something else at their centre. */
function coveredTargets(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((targets) => {
    const covered: string[] = []
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      if (target.closest('[inert]') || !target.checkVisibility({ visibilityProperty: true })) continue
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      // A name for screen readers, or a link that shows itself with the focus.
      if (width < 4 || height < 4 || top + height < 0) continue
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const label = target.closest('label')
      if (hit && (target.contains(hit) || label?.contains(hit))) continue
      covered.push(`${target.outerHTML.slice(0, 120)} lies under ${hit?.outerHTML.slice(0, 120)}`)
    }
    return covered
  }, selector)
}

async function firstPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: DESKTOP })
  return context.newPage()
}

/** The families that the heading and the text of a page are set in once everything is loaded. */
async function fontsOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const families: string[] = []
  for (const selector of ['h1', 'main p, label']) {
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
    // A variable font is named after its lightest weight.
    families.push(...fonts.map(({ familyName }) => familyName.replace(/ Thin$/, '')))
  }
  return [...new Set(families)].sort()
}
