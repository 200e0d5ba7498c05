import type { Frame } from '../embeds/embed.ts'
import { type Audience, audienceOf } from '../shared/audience.ts'
import type { Page, Tab } from './page.ts'

export interface OpenTab {
  id: string
  label: string
  audience: Audience
  href: string
  frames: Frame[]
  tabs: OpenTab[] | null
  /** Completes “We’ll add … soon.” while its page has nothing to show. */
  comingSoon?: string
}

/** Finds the page that each tab shows. @throws when a tab names a page that doesn't exist, or that no tab can show. */
export function openTabs(tabs: Tab[], findPage: FindPage): OpenTab[] {
  return tabs.map((tab) => {
    if ('frames' in tab) {
      const audience = audienceOf(tab)
      return { id: tab.id, label: tab.label, audience, href: `#${tab.id}`, frames: tab.frames, tabs: null }
    }
    const page = findPage(tab.page)
    if (!page) throw new Error(`The tab "${tab.label}" shows ${tab.page}, which doesn't exist.`)
    const audience = [...audienceOf(tab), ...audienceOf(page)]
    const shown = { id: tab.page.slice(1), label: tab.label, audience, href: tab.page }
    switch (page.kind) {
      case 'frame':
      case 'frames':
        return { ...shown, frames: page.frames, tabs: null }
      case 'tabs':
        return { ...shown, frames: [], tabs: openTabs(page.tabs, findPage) }
      case 'coming-soon':
        return { ...shown, frames: [], tabs: null, comingSoon: page.comingSoon }
      case 'text':
      case 'built-in':
        throw new Error(`The tab "${tab.label}" can't show ${tab.page}.`)
    }
  })
}

export type FindPage = (path: string) => Page | undefined
