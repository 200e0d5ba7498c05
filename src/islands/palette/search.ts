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
import { commands, type Offer } from './sources.ts'

/** A word of any language, with its ʻokina. */
export const WORD = /([\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+)/gu

/** Shorter queries would match nearly every line, so they don't search transcripts. */
export const LINES_FROM = 3

/** The most lines that are shown; with so many, no further transcript is fetched. */
const MOST_LINES = 24

/** Searches names at once and transcripts cohort by cohort. */
export class Search {
  readonly #show: (found: Found) => void
  readonly #readNotes: () => Promise<Offer[]>
  readonly #offers = new Map<string, Offer>()
  readonly #names = new MiniSearch<Offer & { id: string }>({
    fields: ['title', 'text', 'context', 'also'],
    processTerm: (term) => foldText(term) || null,
    tokenize: (text) => text.match(WORD) ?? [],
    // Every word must match, by its beginning.
    searchOptions: { boost: { title: 4, also: 2 }, combineWith: 'AND', prefix: true },
  })
  /** The videos' transcripts and the words of each line: scanned, because an index of all lines would be too large. */
  readonly #spoken: { video: SpokenFile[number]; lines: string[] }[] = []
  /** Cohorts whose transcripts are still to fetch, the newest first. null until the names are fetched. */
  #cohorts: string[] | null = null
  #asked: Asked = { query: '', onlyVideos: false }
  #isBusy = false
  #hasFailed = false

  /** @param show is called with each answer. */
  constructor(show: (found: Found) => void, readNotes: () => Promise<Offer[]>) {
    this.#show = show
    this.#readNotes = readNotes
  }

  ask(asked: Asked): void {
    this.#asked = asked
    if (this.#isBusy) this.#answer()
    else void this.#fetch()
  }

  /** Adds what no file has: commands, and the member's notes. */
  async open(): Promise<void> {
    this.#add(commands)
    if (this.#hasFailed) this.#cohorts = null
    this.#hasFailed = false
    this.ask(this.#asked)
    const notes = await this.#readNotes().catch(() => null)
    this.#hasFailed ||= !notes
    this.#add(notes ?? [])
    this.#answer()
  }

  #answer(): void {
    const { onlyVideos } = this.#asked
    const query = this.#asked.query.trim()
    const isOffered = ({ href }: Hit) => !onlyVideos || href.startsWith(PLAYLIST_PATH)
    const hits = (query ? this.#find(query) : this.#first()).filter(isOffered)
    this.#show({
      ...this.#asked,
      groups: grouped(hits, onlyVideos ? MOST_LINES : 8),
      state: this.#isBusy ? 'loading' : this.#hasFailed ? 'failed' : 'settled',
    })
  }

  /** Typos are forgiven where nothing matches as typed. */
  #find(query: string): Hit[] {
    const find = (reading: SearchOptions) =>
      this.#names.search(query, reading).flatMap((result) => {
        const offer = this.#offers.get(result.id as string)
        return offer ? hitOf(offer, result) : []
      })
    const exact = [...find({}), ...this.#findLines(query)]
    return exact.length > 0 ? exact : find({ fuzzy: 0.2 })
  }

  /** The lines that match every word by its beginning, the newest cohort first. */
  #findLines(query: string): Hit[] {
    const asked = wordsOf(query)
    const hits: Hit[] = []
    if (query.length < LINES_FROM || asked.length === 0) return hits
    for (const { video, lines } of this.#spoken) {
      for (const [at, words] of lines.entries()) {
        if (!asked.every((word) => words.includes(` ${word}`))) continue
        const [seconds, title] = video.cues[at] ?? [0, '']
        const href = PLAYLIST_PATH + writeHash({ fragment: video.fragment, seconds })
        const line: Offer = { group: 'Said in a video', title, context: video.title, href, seconds }
        const terms = words.split(' ').filter((word) => asked.some((start) => word.startsWith(start)))
        if (hits.push({ ...hitOf(line), terms }) === MOST_LINES) return hits
      }
    }
    return hits
  }

  /** Before anything is typed: recent pages and choices, then the menu's pages or the newest videos. */
  #first(): Hit[] {
    const offers = [...this.#offers.values()].filter(({ href }) => href !== location.pathname)
    const recent = readRecent(readViewer().id).flatMap(
      (key) => offers.find((offer) => keyOf(offer).startsWith(key)) ?? [],
    )
    const shown = [...new Set(recent)].slice(0, 5)
    const isFirst = ({ group, context }: Offer) =>
      this.#asked.onlyVideos ? group === 'Videos' : group === 'Pages' && !context
    const others = offers.filter((offer) => isFirst(offer) && !shown.includes(offer))
    return [...shown.map((offer): Offer => ({ ...offer, group: 'Recent' })), ...others].map((o) => hitOf(o))
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

  /** The names, then cohort after cohort until there are enough lines for the present query. */
  #isMoreWanted(): boolean {
    if (!this.#cohorts) return true
    const query = this.#asked.query.trim()
    if (this.#cohorts.length === 0 || query.length < LINES_FROM) return false
    return this.#findLines(query).length < MOST_LINES
  }

  async #fetchNames(): Promise<void> {
    const file = await fetchFile<SearchFile>(SEARCH_PATH)
    this.#hasFailed ||= !file
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

/** Words as they are compared: without case, accents and ʻokina. */
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
  // Synonyms explain nothing to the reader; speakers and places do.
  const also = /^(?:Videos|Events)$/.test(offer.group) ? offer.also : ''
  const why = terms.length > 0 ? excerpt(offer.text ?? '', terms) || (also ?? '') : ''
  return { ...offer, key: keyOf(offer), why, terms: found?.terms ?? [] }
}

/** Groups with a match in a title come first, and the best match within each group. */
function grouped(hits: readonly Hit[], most: number): Found['groups'] {
  const isNamed = (own: Hit[]) =>
    Number(own.some(({ why, group }) => why === '' && group !== 'Said in a video'))
  return GROUPS.map((name) => ({ name, hits: hits.filter(({ group }) => group === name).slice(0, most) }))
    .filter((group) => group.hits.length > 0)
    .toSorted((a, b) => isNamed(b.hits) - isNamed(a.hits))
}

/** The first sentence that has one of the terms. */
function excerpt(text: string, terms: readonly string[]): string {
  const isFound = (words: string) => words.match(WORD)?.some((word) => terms.includes(foldText(word)))
  return text.split(/(?<=[.!?])\s+|\n+/).find(isFound) ?? ''
}

export interface Hit extends Offer {
  /** Stable across searches. */
  key: string
  /** Why it matched, where its title doesn't show that. */
  why: string
  /** The matched words, as the index holds them. */
  terms: readonly string[]
}

type Asked = Pick<Found, 'query' | 'onlyVideos'>

export interface Found {
  /** The field's text. */
  query: string
  onlyVideos: boolean
  groups: { name: GroupName; hits: Hit[] }[]
  state: 'loading' | 'settled' | 'failed'
}
