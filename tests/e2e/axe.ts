import axe from 'axe-core'
import type { Page } from 'playwright/test'

/** What can differ between two themes of one document. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/**
 * What hinders assistive technology on a page as it stands, by all of axe's rules. What is in a frame is a document of
 * its own, to be looked at by itself.
 *
 * @param within looks at this part only.
 */
export async function hindrances(page: Page, within = 'html'): Promise<unknown[]> {
  // Half a megabyte, which a document takes once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return look(page, within)
}

/** The same in both themes: the second time it is the same document, so only its colours are looked at. */
export async function hindrancesInBothThemes(page: Page, within = 'html'): Promise<unknown[]> {
  await take(page, 'light')
  const inLight = await hindrances(page, within)
  await take(page, 'dark')
  const inDark = await look(page, within, RULES_OF_COLOUR)
  return [...inLight, ...inDark.map((violation) => ({ theme: 'dark', violation }))]
}

/** Colours would go over from one theme to the other, and axe measures them as they are. */
async function take(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

function look(page: Page, within: string, only?: string[]): Promise<unknown[]> {
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // A violation tells its HTML. Selectors and a second request for each style sheet cost a third of the time.
    selectors: false,
    preload: false,
    ...(only ? { runOnly: only } : {}),
  }
  return page.evaluate(
    async ([part, how]) => {
      const { violations } = await window.axe.run({ include: [part], exclude: ['iframe'] }, how)
      return violations
    },
    [within, options] as [string, axe.RunOptions],
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
