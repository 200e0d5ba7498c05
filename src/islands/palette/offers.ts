import MiniSearch from 'minisearch'
import { comparison, readingOf, type Reading } from '#src/shared/playlist/search.ts'
import type { RecentChoice } from '../recent-choices.ts'
import { keyOf, offerHit, recentHit, type Hit, type Offer } from './hits.ts'
import type { Source } from './sources.ts'

/** What the sources hold, asked as the playlist's indexes are. */
export class Offers {
  readonly #sources: readonly Source[]
  readonly #all = new Map<string, Offer>()
  readonly #index = new MiniSearch<Offer & { key: string }>({
    ...comparison,
    idField: 'key',
    fields: ['title', 'text', 'context', 'also'],
  })

  constructor(sources: readonly Source[]) {
    this.#sources = sources
  }

  /** @returns whether all could be had. */
  async bring(onMore: () => void): Promise<boolean> {
    const take = async (source: Source) => {
      const offers = await source()
      for (const offer of offers ?? []) this.#add(offer)
      onMore()
      return offers !== null
    }
    return (await Promise.all(this.#sources.map(take))).every(Boolean)
  }

  find(query: string, reading: Reading): Hit[] {
    return this.#index.search(query, readingOf(reading, this.#all.size)).flatMap(({ id, terms, match }) => {
      const offer = this.#all.get(id as string)
      return offer ? [offerHit(offer, terms, Object.values(match).flat())] : []
    })
  }

  /** Choices of earlier, without those that led to something that is gone. */
  again(choices: readonly RecentChoice[]): Hit[] {
    return choices.flatMap((choice) => {
      const offer = this.#all.get(choice.key)
      if (offer) return [{ ...offerHit(offer), group: 'Recent' as const }]
      return isOfVideo(choice) ? [recentHit(choice)] : []
    })
  }

  /** What is offered before anything is asked, besides the choices of earlier: pages that stand in no other's group. */
  first(choices: readonly RecentChoice[]): Hit[] {
    const isAmong = (offer: Offer) => choices.some(({ key }) => key === keyOf(offer))
    const pages = [...this.#all.values()].filter(({ group, context }) => group === 'Pages' && context === '')
    return pages.filter((page) => !isAmong(page)).map((page) => offerHit(page))
  }

  #add(offer: Offer): void {
    const key = keyOf(offer)
    if (this.#all.has(key)) return
    this.#all.set(key, offer)
    this.#index.add({ ...offer, key })
  }
}

/** Of videos the palette knows none before it asks. */
function isOfVideo({ group }: RecentChoice): boolean {
  return group === 'Videos' || group === 'Said in a video'
}
