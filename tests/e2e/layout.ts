import type { Page } from 'playwright/test'

/** What is seen of a page as it stands. */

export const BRAND_FONTS = ['Piazzolla', 'Public Sans']

/** What is cut or larger than its box, and of a part what lies under something else; a member's picture must be there. */
export async function layoutProblems(page: Page, part: string): Promise<string[]> {
  const targets = `${part} :is(a, button, summary, input, select)`
  return [...(await overflowProblems(page)), ...(await coveredTargets(page, targets))]
}

function overflowProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const tell = (element: Element, what: string) =>
      faults.push(`${what}: ${element.outerHTML.slice(0, 120)}`)
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert]')
    const boxOf = (element: Element): DOMRect =>
      getComputedStyle(element).display === 'contents' && element.parentElement
        ? boxOf(element.parentElement)
        : element.getBoundingClientRect()

    const images = [...document.querySelectorAll('img')].filter(isSeen)
    if (!images.some((image) => image.closest('button'))) faults.push('no picture of the member')
    for (const image of images) {
      const [inner, outer] = [image.getBoundingClientRect(), boxOf(image.parentElement ?? image)]
      if (!image.complete || image.naturalWidth === 0) tell(image, 'an image that did not come')
      if (inner.width > outer.width + 1 || inner.height > outer.height + 1) tell(image, 'larger than its box')
      if (image.closest('button') && inner.width < outer.width - 2) tell(image, 'smaller than its box')
    }
    const isFolded = (document.querySelector('#navigation')?.clientWidth ?? 0) < 100
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (isFolded && element.closest('#navigation')) continue
      const hasText = [...element.childNodes].some(({ nodeType, data }: Node & { data?: string }) =>
        nodeType === Node.TEXT_NODE ? data?.trim() : false,
      )
      // A name for screen readers is a pixel large.
      if (!hasText || element.clientWidth < 4 || !isSeen(element)) continue
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (!isShortened && cuts(overflowX) && element.scrollWidth > element.clientWidth + 1)
        tell(element, 'text cut at its side')
      if (!isShortened && cuts(overflowY) && element.scrollHeight > element.clientHeight + 2)
        tell(element, 'text cut at its foot')
    }
    return faults
  })
}

/** Of all that match and can be seen, those with something else at their centre. */
export function coveredTargets(page: Page, selector: string): Promise<string[]> {
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

/** The families that the heading and the text of a page are set in once everything is loaded. */
export async function renderedFonts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
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
  await devtools.detach()
  return [...new Set(families)].sort()
}

/** Which kinds of navigation can be seen and pressed, and what scrolls. */
export function measureLayout(page: Page): Promise<Measures> {
  return page.evaluate(async () => {
    // A new height of the window reaches `dvh` a frame later than it reaches the window.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const isSeen = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) === true && element.getClientRects().length > 0
    const main = document.querySelector('main') ?? document.body
    const isScroller = (element: Element) => element.scrollHeight > element.clientHeight + 1
    const mainScrolls = getComputedStyle(main).overflowY === 'auto' && isScroller(main)
    return {
      sidebar: isSeen(document.querySelector('#navigation')),
      opener: isSeen(document.querySelector('header [popovertarget=navigation]')),
      sideways: document.documentElement.scrollWidth - innerWidth,
      scrollers: Number(isScroller(document.documentElement)) + Number(mainScrolls),
    }
  })
}

interface Measures {
  sidebar: boolean
  opener: boolean
  sideways: number
  scrollers: number
}

/** Runs in the page before anything else; what follows a press is no shift. */
export function recordLayoutShifts(): void {
  const shifts: unknown[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML : node?.textContent,
      )
      shifts.push({ value: entry.value, moved: moved.map((text) => text?.slice(0, 120)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** A shift that comes later than a moment after everything loaded is not one of first paint. */
export function readLayoutShifts(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 250))
    return (globalThis as unknown as { shifts: { value: number; moved: string[] }[] }).shifts
  })
}
