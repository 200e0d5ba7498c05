import type { Frame, Tab } from './embed.ts'
import type { FindPage } from './frame-sources.ts'

/** A tab with its content: frames, or the tabs of its page. */
export interface OpenTab {
  /** Its fragment and its panel's id. */
  id: string
  label: string
  /** Where it leads without a script. */
  href: string
  frames: Frame[]
  tabs: OpenTab[] | null
  /** Ends 'The programme team adds …' while its page has nothing to show. */
  adds?: string | undefined
}

/** Finds the page that each tab shows. @throws when a tab names a page that doesn't exist. */
export function openTabs(tabs: Tab[], findPage: FindPage): OpenTab[] {
  return tabs.map((tab) => {
    if ('frames' in tab) {
      return { id: tab.id, label: tab.label, href: `#${tab.id}`, frames: tab.frames, tabs: null }
    }
    const page = findPage(tab.page)
    if (!page) throw new Error(`The tab "${tab.label}" shows ${tab.page}, which doesn't exist.`)
    const shown = { id: tab.page.slice(1), label: tab.label, href: tab.page }
    if ('frames' in page) return { ...shown, frames: page.frames, tabs: null, adds: page.adds }
    return { ...shown, frames: [], tabs: openTabs(page.tabs, findPage) }
  })
}
