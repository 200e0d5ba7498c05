import { getEntry } from 'astro:content'
import { groupsOfPage, withMark } from './groups.ts'
import type { Navigation } from '#src/shared/navigation.ts'

/** site.yaml, and the public path of the programme's logo; undefined without one. */
export async function readSite() {
  return { ...required(await getEntry('site', 'site'), 'site.yaml'), logo }
}

const [logo] = Object.values(
  import.meta.glob<string>('../content/logo.{svg,png}', {
    eager: true,
    query: '?url&no-inline',
    import: 'default',
  }),
)

export async function readNavigation(): Promise<Navigation> {
  const { program, season, copyright } = await readSite()
  const { groups, channels, social } = required(await getEntry('navigation', 'navigation'), 'navigation.yaml')
  return {
    programme: `${program}, ${season}`,
    copyright,
    groups: groups.map((group) => ({
      ...withMark(group),
      children: group.children.map((page) => withMark(page, group.for, groupsOfPage(group.href))),
    })),
    channels: channels.map((link) => withMark(link)),
    social: social.map((link) => withMark(link)),
  }
}

export async function readHome() {
  return required(await getEntry('home', 'home'), 'home.yaml')
}

function required<Data>(entry: { data: Data } | undefined, file: string): Data {
  if (!entry) throw new Error(`src/content/${file} is missing.`)
  return entry.data
}
