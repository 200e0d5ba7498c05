import type { Page, Tab } from '../embeds/embed.ts'
import type { SitePage } from './links.ts'
import type { Problem } from './problem.ts'

/** Tabs that show themselves, and tabs of one page that cannot be told apart. */
export function problemsOfTabs(pages: readonly SitePage[]): Problem[] {
  const find = (path: string) => pages.find((page) => page.path === path)?.page
  return pages.flatMap((page) => [...circles(page, find), ...sameTabs(page)])
}

function circles({ path, page, source }: SitePage, find: (path: string) => Page | undefined): Problem[] {
  if (!('tabs' in page)) return []
  return page.tabs.flatMap((tab, index) => {
    const way = 'page' in tab ? wayBack(tab.page, path, find, [path]) : undefined
    if (!way) return []
    const message = `This tab shows the page it stands on: ${way.join(' → ')}. Let one of these tabs show something else.`
    return [source.problem(['tabs', index, 'page'], message)]
  })
}

/** The pages from one path back to a page, when tabs lead there. */
function wayBack(
  from: string,
  to: string,
  find: (path: string) => Page | undefined,
  way: string[],
): string[] | undefined {
  if (from === to) return [...way, to]
  if (way.includes(from)) return undefined
  const page = find(from)
  if (!page || !('tabs' in page)) return undefined
  for (const tab of page.tabs) {
    const back = 'page' in tab ? wayBack(tab.page, to, find, [...way, from]) : undefined
    if (back) return back
  }
  return undefined
}

function sameTabs({ page, source }: SitePage): Problem[] {
  if (!('tabs' in page)) return []
  const { tabs } = page
  return tabs.flatMap((tab, index) => {
    const before = tabs.slice(0, index)
    if (before.some(({ label }) => label === tab.label)) {
      return [
        source.problem(
          ['tabs', index, 'label'],
          `Another tab is called “${tab.label}”. Call one differently.`,
        ),
      ]
    }
    if (!before.some((other) => addressOf(other) === addressOf(tab))) return []
    const field = 'page' in tab ? 'page' : 'id'
    return [
      source.problem(
        ['tabs', index, field],
        `Another tab has “${addressOf(tab)}” already. Write another one.`,
      ),
    ]
  })
}

/** A tab that shows a page is addressed by that page’s name. */
function addressOf(tab: Tab): string {
  return 'page' in tab ? tab.page.slice(1) : tab.id
}
