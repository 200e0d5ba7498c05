/** Something that the search finds and leads to. Its title and where it leads are unique together. */
export interface Entry {
  group: GroupName
  /** Its icon; without one it has its group's. */
  icon?: string | undefined
  /** What it is called. */
  title: string
  /** What it is; empty where its name says it. */
  text: string
  /** Where it stands; empty where that is nowhere in particular. */
  context: string
  /** Other names that people have for it, and who speaks in it. */
  also: string
  /** A path of this site, or the whole address of another; empty where it does something here. */
  href: string
}

/** In the order in which they are shown. */
export const GROUPS = [
  'Recent',
  'Pages',
  'Events',
  'Notes',
  'Account',
  'Channels',
  'Videos',
  'Said in a video',
] as const
export type GroupName = (typeof GROUPS)[number]

/** Everything that has a name. In the vault, like every page. */
export const SEARCH_PATH = '/search.json'

export interface SearchFile {
  entries: Entry[]
  /** Those that have transcripts, the newest first. */
  cohorts: string[]
}

/** What is said in a cohort's videos. In the vault, too. */
export function spokenPath(cohort: string): string {
  return `/spoken/${cohort}.json`
}

export type SpokenFile = { title: string; fragment: string; cues: [seconds: number, text: string][] }[]
