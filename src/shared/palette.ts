/** Something that the palette finds and leads to, besides videos: a page, a tab, an event, a channel, a note. */
export interface Place {
  group: PlaceGroup
  /** What it is called. Unique together with where it leads. */
  title: string
  /** What it is, in a sentence; empty where its name says it. */
  text: string
  /** Where it stands; empty where that is nowhere in particular. */
  context: string
  /** Other names that people have for it. */
  also: string
  /** A path of this site, or the whole address of another. */
  href: string
}

/** In the order in which they are shown. */
export const placeGroups = ['Pages', 'Events', 'Notes', 'Account', 'Channels'] as const
export type PlaceGroup = (typeof placeGroups)[number]

/** Where the places are listed that a build knows. In the vault, like every page. */
export const PLACES_PATH = '/places.json'
