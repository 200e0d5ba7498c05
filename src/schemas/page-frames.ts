import { CAPTURE, capturePermissions } from '../embeds/permissions.ts'
import type { Frame } from '../embeds/embed.ts'
import { type Audience, audienceOf, markOf, partOf } from '../shared/audience.ts'
import type { Page, Tab } from './page.ts'

export interface OpenTab {
  id: string
  label: string
  audience: Audience
  href: string
  frames: Frame[]
  tabs: OpenTab[]
  /** Completes “We’ll add … soon.” while its page has nothing to show. */
  comingSoon?: string | undefined
}

/** By path. Tabs of pages that aren't here are left out. */
type Pages = ReadonlyMap<string, Page>

export function openTabs(tabs: readonly Tab[], pages: Pages): OpenTab[] {
  return tabs.flatMap((tab): OpenTab | [] => {
    const { label } = tab
    if ('frames' in tab) {
      const { id, frames } = tab
      return { id, label, audience: audienceOf(tab), href: `#${id}`, frames, tabs: [] }
    }
    const page = pages.get(tab.page)
    if (!page) return []
    return {
      id: tab.page.slice(1),
      label,
      audience: [...audienceOf(tab), ...audienceOf(page)],
      href: tab.page,
      frames: page.frames,
      tabs: openTabs(page.tabs, pages),
      comingSoon: page.kind === 'coming-soon' ? page.comingSoon : undefined,
    }
  })
}

/** Every frame that a page can show, with its tabs' and theirs, and whom it is for besides the page. */
export function framesOf({ frames, tabs }: Page, pages: Pages = new Map()): FrameOfPage[] {
  return framesIn({ frames, tabs: openTabs(tabs, pages), audience: [] })
}

function framesIn({ frames, tabs, audience }: Pick<OpenTab, 'frames' | 'tabs' | 'audience'>): FrameOfPage[] {
  const inner = tabs.map((tab) => ({ ...tab, audience: [...audience, ...tab.audience] }))
  return [...frames.map((frame) => ({ frame, audience })), ...inner.flatMap(framesIn)]
}

interface FrameOfPage {
  frame: Frame
  audience: Audience
}

export function frameSources(page: Page, pages: Pages): string[] {
  return [...new Set(framedSites(page, pages).map(({ site }) => site))].sort()
}

/** For the page's Permissions-Policy: `camera=https://a.example,https://b.example;microphone=…`; '' for most pages. */
export function framePermissions(page: Page, pages: Pages): string {
  return CAPTURE.flatMap((name) => {
    const using = framedSites(page, pages).filter(({ embed }) => capturePermissions(embed).includes(name))
    const sites = new Set(using.map(({ site }) => site))
    return sites.size > 0 ? [`${name}=${[...sites].join()}`] : []
  }).join(';')
}

// Each with its mark, because an address tells what a tab shows.
function framedSites(page: Page, pages: Pages) {
  return framesOf(page, pages)
    .filter(({ frame: { embed } }) => !embed.opensInNewTab)
    .map(({ frame: { embed }, audience }) => {
      const site = embed.provider === 'own' ? "'self'" : new URL(embed.src).origin
      return { embed, site: partOf(markOf(audience), site) }
    })
}
