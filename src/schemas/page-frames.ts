import { CAPTURE, capturePermissions } from '../embeds/permissions.ts'
import type { Frame } from '../embeds/embed.ts'
import { type Audience, audienceOf, markOf, partOf } from '../shared/audience.ts'
import type { FindPage } from './open-tabs.ts'
import type { Page } from './page.ts'

export function frameSources(page: Page, findPage: FindPage): string[] {
  const sources = framesOf(page, findPage)
    .filter(({ frame: { embed } }) => embed.framing === 'allowed')
    .map(({ frame: { embed }, audience }) =>
      partFor(audience, embed.provider === 'own' ? "'self'" : new URL(embed.src).origin),
    )
  return [...new Set(sources)].sort()
}

/** For the page's Permissions-Policy: `camera=https://a.example,https://b.example;microphone=…`; '' for most pages. */
export function framePermissions(page: Page, findPage: FindPage): string {
  const framed = framesOf(page, findPage).filter(({ frame: { embed } }) => embed.framing === 'allowed')
  return CAPTURE.flatMap((name) => {
    const using = framed.filter(({ frame: { embed } }) => capturePermissions(embed).includes(name))
    const origins = new Set(
      using.map(({ frame: { embed }, audience }) => partFor(audience, new URL(embed.src).origin)),
    )
    return origins.size > 0 ? [`${name}=${[...origins].join()}`] : []
  }).join(';')
}

// An address tells what a tab shows.
function partFor(audience: Audience, origin: string): string {
  return partOf(markOf(audience, ''), origin)
}

/** Every frame a page can show: its own, and those of all its tabs. Without `findPage`, tabs that are pages show none. */
export function framesOf(page: Page, findPage: FindPage = () => undefined): FrameOfPage[] {
  switch (page.kind) {
    case 'frame':
    case 'frames':
      return page.frames.map((frame) => ({ frame, audience: [] }))
    case 'tabs':
      return page.tabs.flatMap((tab) => {
        if ('frames' in tab) return tab.frames.map((frame) => ({ frame, audience: audienceOf(tab) }))
        const shown = findPage(tab.page)
        if (!shown) return []
        const around = [...audienceOf(tab), ...audienceOf(shown)]
        return framesOf(shown, findPage).map(({ frame, audience }) => ({
          frame,
          audience: [...around, ...audience],
        }))
      })
    case 'text':
    case 'coming-soon':
    case 'built-in':
      return []
  }
}

interface FrameOfPage {
  frame: Frame
  audience: Audience
}
