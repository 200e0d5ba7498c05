import { getEntry } from 'astro:content'
import type { SidebarContent } from './navigation.ts'
import { contentIcons } from '../schemas/content-icons.ts'

/** site.yaml: brand, programme, contact; and the public address of the programme's logo, if it has one. */
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

/** The menu, channels and social links of members' pages. */
export async function readShell(): Promise<SidebarContent> {
  const { brand, program, season, copyright } = await readSite()
  const { groups, channels, social } = required(await getEntry('navigation', 'navigation'), 'navigation.yaml')
  return {
    brand,
    programme: `${program}, ${season}`,
    copyright,
    groups: groups.map(withIcon),
    channels: channels.map(withIcon),
    social: social.map(withIcon),
  }
}

function withIcon<Entry extends { icon: keyof typeof contentIcons }>(entry: Entry) {
  return { ...entry, icon: contentIcons[entry.icon] }
}

export async function readHome() {
  return required(await getEntry('home', 'home'), 'home.yaml')
}

function required<Data>(entry: { data: Data } | undefined, file: string): Data {
  if (!entry) throw new Error(`src/content/${file} is missing.`)
  return entry.data
}
