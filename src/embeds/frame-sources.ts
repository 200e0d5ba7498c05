import type { Frame, Page } from './embed.ts'

/** The origins for this page's `frame-src`. */
export function frameSources(page: Page, findPage: FindPage): string[] {
  const sources = framesOf(page, findPage)
    .filter(({ embed }) => embed.framing === 'allowed')
    .map(({ embed }) => (embed.provider === 'own' ? "'self'" : new URL(embed.src).origin))
  return [...new Set(sources)].sort()
}

/** Every frame a page can show: its own, and those of all its tabs. Without `findPage`, tabs that are pages show none. */
export function framesOf(page: Page, findPage: FindPage = () => undefined): Frame[] {
  if ('frames' in page) return page.frames
  return page.tabs.flatMap((tab) => {
    if ('frames' in tab) return tab.frames
    const shown = findPage(tab.page)
    return shown ? framesOf(shown, findPage) : []
  })
}

/** The page at a path of this site. */
export type FindPage = (path: string) => Page | undefined
