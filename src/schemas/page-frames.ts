import type { Frame } from '../embeds/embed.ts'
import { CAPTURE, capturePermissions } from '../embeds/permissions.ts'
import type { Page } from './page.ts'

export function frameSources(page: Page, findPage: FindPage): string[] {
  const sources = framesOf(page, findPage)
    .filter(({ embed }) => embed.framing === 'allowed')
    .map(({ embed }) => (embed.provider === 'own' ? "'self'" : new URL(embed.src).origin))
  return [...new Set(sources)].sort()
}

/** For the page's Permissions-Policy: `camera=https://a.example,https://b.example;microphone=…`; '' for most pages. */
export function framePermissions(page: Page, findPage: FindPage): string {
  const framed = framesOf(page, findPage).filter(({ embed }) => embed.framing === 'allowed')
  return CAPTURE.flatMap((name) => {
    const using = framed.filter(({ embed }) => capturePermissions(embed).includes(name))
    const origins = new Set(using.map(({ embed }) => new URL(embed.src).origin))
    return origins.size > 0 ? [`${name}=${[...origins].join()}`] : []
  }).join(';')
}

/** Every frame a page can show: its own, and those of all its tabs. Without `findPage`, tabs that are pages show none. */
export function framesOf(page: Page, findPage: FindPage = () => undefined): Frame[] {
  switch (page.kind) {
    case 'frame':
    case 'frames':
      return page.frames
    case 'tabs':
      return page.tabs.flatMap((tab) => {
        if ('frames' in tab) return tab.frames
        const shown = findPage(tab.page)
        return shown ? framesOf(shown, findPage) : []
      })
    case 'text':
    case 'coming-soon':
    case 'built-in':
      return []
  }
}

export type FindPage = (path: string) => Page | undefined
