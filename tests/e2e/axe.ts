import axe from 'axe-core'
import type { Page } from 'playwright/test'

/**
 * What hinders assistive technology on a page as it stands, by axe's rules. What is in a frame is a document of its own, to be
 * looked at by itself.
 *
 * @param within looks at this part only.
 * @param hasColours whether to measure contrast, too. It takes most of the time, so it is measured once for each kind of
 * page; tests/unit/contrast.test.ts has all pairs of colours.
 */
export async function axeViolations(page: Page, within = 'html', hasColours = false): Promise<unknown[]> {
  // Half a megabyte, which a document takes once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // A violation tells its HTML. Selectors and a second request for each style sheet cost a third of the time.
    selectors: false,
    preload: false,
    rules: { 'color-contrast': { enabled: hasColours } },
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
