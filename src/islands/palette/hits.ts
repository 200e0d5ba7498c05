import { writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { placeGroups, type Place } from '#src/shared/palette.ts'
import type { RecentChoice } from '../recent-choices.ts'
import type { Hit as VideoHit } from '../playlist/search-index.ts'

/** In the order in which they are shown. */
export const GROUPS = ['Recent', ...placeGroups, 'Videos', 'Said in a video'] as const
export type GroupName = (typeof GROUPS)[number]

export interface Hit {
  /** The same for the same thing, whenever it is found. */
  key: string
  group: GroupName
  title: string
  /** Where it stands. */
  context: string
  /** Why it was found, where its title does not say so. */
  why: string
  /** What was found, as an index holds it. */
  terms: readonly string[]
  seconds: number | null
  /** Where it leads; null where it does something here. */
  href: string | null
  run?: (() => void) | undefined
}

export interface HitGroup {
  name: GroupName
  hits: Hit[]
}

/** What a source offers: somewhere to go, or something to do here. */
export type Offer = Place | (Omit<Place, 'href'> & { run: () => void })

export function keyOf(offer: Offer): string {
  return 'run' in offer ? offer.title : `${offer.href} ${offer.title}`
}

export function offerHit(offer: Offer, terms: readonly string[] = [], fields: readonly string[] = []): Hit {
  const { group, title, text, context, also } = offer
  const isSeen = fields.length === 0 || fields.includes('title') || fields.includes('context')
  return {
    key: keyOf(offer),
    group,
    title,
    context,
    why: isSeen ? '' : fields.includes('also') ? `Also: ${also}` : text,
    terms,
    seconds: null,
    href: 'run' in offer ? null : offer.href,
    run: 'run' in offer ? offer.run : undefined,
  }
}

export function videoHit(hit: VideoHit): Hit {
  const { fragment, seconds, title, week, text, terms, reason } = hit
  const href = `${PLAYLIST_PATH}${writeHash({ fragment, seconds })}`
  const isLine = seconds !== null
  return {
    key: href,
    group: isLine ? 'Said in a video' : 'Videos',
    title: isLine ? text : title,
    context: isLine ? title : week,
    why: reason ?? '',
    terms,
    seconds,
    href,
  }
}

export function recentHit({ key, title, context, seconds, href }: RecentChoice): Hit {
  return { key, group: 'Recent', title, context, why: '', terms: [], seconds, href }
}
