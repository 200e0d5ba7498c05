import type { Frame } from '../embeds/embed.ts'
import type { Tab } from './page.ts'
import type { FindPage } from './page-frames.ts'

export interface OpenTab {
  id: string
  label: string
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
      return { id: tab.id, label: tab.label, href: `#${tab.id}`, frames: tab.frames, tabs: null }
    }
    const page = findPage(tab.page)
    if (!page) throw new Error(`The tab "${tab.label}" shows ${tab.page}, which doesn't exist.`)
    const shown = { id: tab.page.slice(1), label: tab.label, href: tab.page }
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
