import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch'
import { foldText, writeHash } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import {
  GROUPS,
  SEARCH_PATH,
  spokenPath,
  type GroupName,
  type SearchFile,
  type SpokenFile,
} from '#src/shared/search.ts'
import { fetchFile } from '../fetch-file.ts'
import { readViewer } from '../read-viewer.ts'
import { readRecent } from '../recent-choices.ts'
import { commands, ownNotes, type Offer } from './sources.ts'

/** A word of any language, with its ʻokina. */
export const WORD = /([\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+)/gu

/** Shorter queries match nearly every line: they do not look for lines. */
export const LINES_FROM = 3

/** So many lines are shown, and with so many no more transcripts are fetched. */
const PLENTY = 24

/** Finds what has a name and, a cohort at a time, what is said in videos. */
export class Search {
  readonly #show: (found: Found) => void
  readonly #offers = new Map<string, Offer>()
  readonly #names = new MiniSearch<Offer & { id: string }>({
    fields: ['title', 'text', 'context', 'also'],
    processTerm: (term) => foldText(term) || null,
    tokenize: (text) => text.match(WORD) ?? [],
    // Every word is there, perhaps just begun.
    searchOptions: { boost: { title: 4, also: 2 }, combineWith: 'AND', prefix: true },
  })
  /** What is said in each video, and the words of each line: too many lines for an index, few enough to look through. */
  readonly #spoken: { video: SpokenFile[number]; lines: string[] }[] = []
  /** Whose transcripts are not here yet, the newest first. null until the names are here. */
  #cohorts: string[] | null = null
  #asked: Asked = { query: '', onlyVideos: false }
  #isBusy = false
  #hasFailed = false

  /** @param show is called with the answer to what is asked, and whenever there is another. */
  constructor(show: (found: Found) => void) {
    this.#show = show
  }

  ask(asked: Asked): void {
    this.#asked = asked
    if (this.#isBusy) this.#answer()
    else void this.#fetch()
  }

  /** Adds what needs no network: the commands, and the notes, some of which may be new. */
  async open(): Promise<void> {
    this.#add([...commands, ...(await ownNotes())])
    if (this.#hasFailed) this.#cohorts = null
    this.ask(this.#asked)
  }

  #answer(): void {
    const { onlyVideos } = this.#asked
    const query = this.#asked.query.trim()
    const isOffered = ({ href }: Hit) => !onlyVideos || href.startsWith(PLAYLIST_PATH)
    const hits = (query ? this.#find(query) : this.#first()).filter(isOffered)
    this.#show({
      ...this.#asked,
      groups: grouped(hits, onlyVideos ? PLENTY : 8),
      state: this.#isBusy ? 'loading' : this.#hasFailed ? 'failed' : 'settled',
    })
  }

  /** Misspelt words are looked for where nothing is found as it was typed. */
  #find(query: string): Hit[] {
    const find = (reading: SearchOptions) =>
      this.#names.search(query, reading).flatMap((result) => {
        const offer = this.#offers.get(result.id as string)
        return offer ? hitOf(offer, result) : []
      })
    const exact = [...find({}), ...this.#findLines(query)]
    return exact.length > 0 ? exact : find({ fuzzy: 0.2 })
  }

  /** The lines that have every word, perhaps just begun; those of the newest cohort first. */
  #findLines(query: string): Hit[] {
    const asked = wordsOf(query)
    const hits: Hit[] = []
    if (query.length < LINES_FROM || asked.length === 0) return hits
    for (const { video, lines } of this.#spoken) {
      for (const [at, words] of lines.entries()) {
        if (!asked.every((word) => words.includes(` ${word}`))) continue
        const [seconds, title] = video.cues[at] ?? [0, '']
        const href = PLAYLIST_PATH + writeHash({ fragment: video.fragment, seconds })
        const line: Offer = {
          group: 'Said in a video',
          title,
          text: '',
          context: video.title,
          also: '',
          href,
          seconds,
        }
        const terms = words.split(' ').filter((word) => asked.some((start) => word.startsWith(start)))
        if (hits.push({ ...hitOf(line), terms }) === PLENTY) return hits
      }
    }
    return hits
  }

  /** Before anything is asked: recent choices, then the menu's pages or the newest videos. */
  #first(): Hit[] {
    const recent = readRecent(readViewer().email)
      .flatMap((key) => this.#offers.get(key) ?? [])
      .map((offer): Offer => ({ ...offer, group: 'Recent' }))
    const isFirst = ({ group, context }: Offer) =>
      this.#asked.onlyVideos ? group === 'Videos' : group === 'Pages' && context === ''
    const first = [...this.#offers.values()].filter(isFirst)
    return [...recent.slice(0, 5), ...first].map((offer) => hitOf(offer))
  }

  async #fetch(): Promise<void> {
    this.#isBusy = true
    while (this.#isMoreWanted()) {
      this.#answer()
      if (this.#cohorts) await this.#fetchLines(this.#cohorts.shift() ?? '')
      else await this.#fetchNames()
    }
    this.#isBusy = false
    this.#answer()
  }

  /** The names, then one cohort after another, until there are plenty of lines for what is asked by then. */
  #isMoreWanted(): boolean {
    if (!this.#cohorts) return true
    const query = this.#asked.query.trim()
    if (this.#cohorts.length === 0 || query.length < LINES_FROM) return false
    return this.#findLines(query).length < PLENTY
  }

  async #fetchNames(): Promise<void> {
    const file = await fetchFile<SearchFile>(SEARCH_PATH)
    this.#hasFailed = !file
    this.#cohorts = file?.cohorts ?? []
    this.#add(file?.entries ?? [])
  }

  async #fetchLines(cohort: string): Promise<void> {
    const videos = await fetchFile<SpokenFile>(spokenPath(cohort))
    this.#hasFailed ||= !videos
    for (const video of videos ?? [])
      this.#spoken.push({ video, lines: video.cues.map(([, text]) => ` ${wordsOf(text).join(' ')}`) })
  }

  #add(offers: readonly Offer[]): void {
    const fresh = new Map(
      offers.map((offer) => [keyOf(offer), offer] as const).filter(([id]) => !this.#offers.has(id)),
    )
    for (const [id, offer] of fresh) this.#offers.set(id, offer)
    this.#names.addAll([...fresh].map(([id, offer]) => ({ ...offer, id })))
  }
}

/** As they are compared: without case, accents and ʻokina. */
function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(foldText).filter(Boolean)
}

function keyOf({ href, title }: Offer): string {
  return `${href} ${title}`
}

function hitOf(offer: Offer, found?: SearchResult): Hit {
  const hidden = Object.entries(found?.match ?? {}).filter(
    ([, fields]) => !fields.includes('title') && !fields.includes('context'),
  )
  const terms = hidden.map(([term]) => term)
  const why = terms.length > 0 ? excerpt(offer.text, terms) || offer.also : ''
  return { ...offer, key: keyOf(offer), why, terms: found?.terms ?? [] }
}

/** Groups with a hit in a title come first; in a group the best. */
function grouped(hits: readonly Hit[], most: number): Found['groups'] {
  const isNamed = (own: Hit[]) =>
    Number(own.some(({ why, group }) => why === '' && group !== 'Said in a video'))
  return GROUPS.map((name) => ({ name, hits: hits.filter(({ group }) => group === name).slice(0, most) }))
    .filter((group) => group.hits.length > 0)
    .toSorted((a, b) => isNamed(b.hits) - isNamed(a.hits))
}

/** The sentence that has the first of the words that were found. */
function excerpt(text: string, terms: readonly string[]): string {
  const isFound = (words: string) => words.match(WORD)?.some((word) => terms.includes(foldText(word)))
  return text.split(/(?<=[.!?])\s+|\n+/).find(isFound) ?? ''
}

export interface Hit extends Offer {
  /** The same for the same thing, whenever it is found. */
  key: string
  /** Why it was found, where its title does not say so. */
  why: string
  /** What was found, as the index holds it. */
  terms: readonly string[]
}

type Asked = Pick<Found, 'query' | 'onlyVideos'>

export interface Found {
  /** As it stands in the field. */
  query: string
  onlyVideos: boolean
  groups: { name: GroupName; hits: Hit[] }[]
  state: 'loading' | 'settled' | 'failed'
}
