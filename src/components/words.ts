import { getEntry } from 'astro:content'

/** The words that stand on every screen. */
export async function readSite() {
  return required(await getEntry('site', 'site'), 'site.yaml')
}

/** The sidebar, the channels and the footer's links. */
export async function readNavigation() {
  return required(await getEntry('navigation', 'navigation'), 'navigation.yaml')
}

/** The home page's cards and banner. */
export async function readHome() {
  return required(await getEntry('home', 'home'), 'home.yaml')
}

function required<Data>(entry: { data: Data } | undefined, file: string): Data {
  if (!entry) throw new Error(`src/content/${file} is missing.`)
  return entry.data
}
