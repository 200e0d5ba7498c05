import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch'
import { foldText } from '#src/shared/playlist/fragment.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { SEARCH_PATH, spokenPath, type SearchFile, type SpokenFile } from '#src/shared/search.ts'
import { fetchFile } from '../fetch-file.ts'
import { readViewer } from '../read-viewer.ts'
import { readRecent } from '../recent-choices.ts'
import { grouped, hitOf, keyOf, lineHit, WORD, type Hit, type HitGroup, type Line } from './hits.ts'
import { commands, ownNotes, type Offer } from './sources.ts'

/** Without case, accents and ʻokina. */
const comparison = {
  processTerm: (term: string) => foldText(term) || null,
  tokenize: (text: string) => text.match(WORD) ?? [],
  searchOptions: { boost: { title: 4, also: 2 }, combineWith: 'AND' },
} as const

/** Every word is there, the last one perhaps just begun. */
const EXACT: SearchOptions = { prefix: (_, index, terms) => index === terms.length - 1 }

/** Any word may be begun or misspelt. */
const SIMILAR: SearchOptions = { prefix: true, fuzzy: (term) => (term.length >= 5 ? 0.2 : false) }

/** Shorter queries match nearly every line: they do not look for lines. */
export const LINES_FROM = 3

/** So many lines are shown, and with so many no more transcripts are fetched. */
const PLENTY = 24

/** Indexed in a few milliseconds, so that keys are heard in between. */
const LINES_AT_ONCE = 500

/** Finds what has a name and, a cohort at a time, what is said in videos. */
export class Search {
  readonly #show: (found: Found) => void
  #email = ''
  readonly #offers = new Map<string, Offer>()
  readonly #names = new MiniSearch<Offer & { id: string }>({
    ...comparison,
    fields: ['title', 'text', 'context', 'also'],
  })
  readonly #lines = new MiniSearch<Line>({
    ...comparison,
    fields: ['text'],
    storeFields: ['text', 'seconds', 'title', 'fragment'],
  })
  /** Whose transcripts are not here yet, the newest first. null until the names are here. */
  #cohorts: string[] | null = null
  #asked: Asked = { query: '', onlyVideos: false }
  #isBusy = false
  #hasFailed = false

  /** @param show is called with the answer to what is asked, and whenever there is another. */
  constructor(show: (found: Found) => void) {
    this.#show = show
    this.#add(commands)
  }

  /** Fetches the names once, and each time the notes, which may be new. */
  async open(): Promise<void> {
    this.#email = readViewer().email
    void ownNotes().then((notes) => {
      this.#add(notes)
      this.ask(this.#asked)
    })
    if (this.#cohorts || this.#isBusy) return
    this.#isBusy = true
    const file = await fetchFile<SearchFile>(SEARCH_PATH)
    this.#isBusy = false
    this.#hasFailed = !file
    this.#add(file?.entries ?? [])
    this.#cohorts = file?.cohorts ?? null
    this.ask(this.#asked)
  }

  ask(asked: Asked): void {
    this.#asked = asked
    if (this.#isBusy) this.#answer()
    else void this.#fetchLines()
  }

  #answer(): void {
    const { onlyVideos } = this.#asked
    const query = this.#asked.query.trim()
    const recent = readRecent(this.#email)
    const isOffered = ({ href }: Hit) => !onlyVideos || href.startsWith(PLAYLIST_PATH)
    const hits = (query ? this.#find(query) : this.#first()).filter(isOffered)
    this.#show({
      ...this.#asked,
      groups: grouped(hits, new Set(recent.map(({ key }) => key)), onlyVideos ? PLENTY : 8),
      state: this.#isBusy ? 'loading' : this.#hasFailed ? 'failed' : 'settled',
    })
  }

  /** Misspelt words are looked for where nothing is found as it was typed. */
  #find(query: string): Hit[] {
    const find = (reading: SearchOptions) => [
      ...this.#names.search(query, reading).flatMap((result) => {
        const offer = this.#offers.get(result.id as string)
        return offer ? [hitOf(offer, result)] : []
      }),
      ...this.#findLines(query, reading),
    ]
    const exact = find(EXACT)
    return exact.length > 0 ? exact : find(SIMILAR)
  }

  #findLines(query: string, reading: SearchOptions): Hit[] {
    if (query.length < LINES_FROM) return []
    const lines = this.#lines.search(query, reading).slice(0, PLENTY)
    return lines.map((line) => lineHit(line as SearchResult & Line))
  }

  /** Before anything is asked: recent choices that are still there, then the menu's pages or the newest videos. */
  #first(): Hit[] {
    const recent = readRecent(this.#email).flatMap((choice): Hit[] => {
      const offer = this.#offers.get(choice.key)
      if (offer) return [{ ...hitOf(offer), group: 'Recent' }]
      return choice.seconds === null ? [] : [{ ...choice, group: 'Recent', why: '', terms: [] }]
    })
    const isFirst = ({ group, context }: Offer) =>
      this.#asked.onlyVideos ? group === 'Videos' : group === 'Pages' && context === ''
    return [...recent, ...[...this.#offers.values()].filter(isFirst).map((offer) => hitOf(offer))]
  }

  #add(offers: readonly Offer[]): void {
    for (const offer of offers) {
      const id = keyOf(offer)
      if (!this.#offers.has(id)) this.#names.add({ ...offer, id })
      this.#offers.set(id, offer)
    }
  }

  /** Fetches one cohort after another, until there are plenty of lines for what is asked by then. */
  async #fetchLines(): Promise<void> {
    const isWanted = () => {
      const query = this.#asked.query.trim()
      return query.length >= LINES_FROM && this.#findLines(query, EXACT).length < PLENTY
    }
    this.#isBusy = true
    while (this.#cohorts?.length && isWanted()) {
      this.#answer()
      const videos = await fetchFile<SpokenFile>(spokenPath(this.#cohorts.shift() ?? ''))
      this.#hasFailed ||= !videos
      const lines = (videos ?? []).flatMap(({ cues, ...video }) =>
        cues.map(([seconds, text], at) => ({ ...video, seconds, text, id: `${video.fragment} ${at}` })),
      )
      await this.#lines.addAllAsync(lines, { chunkSize: LINES_AT_ONCE })
    }
    this.#isBusy = false
    this.#answer()
  }
}

export interface Asked {
  /** As it stands in the field. */
  query: string
  onlyVideos: boolean
}

export interface Found extends Asked {
  groups: HitGroup[]
  state: 'loading' | 'settled' | 'failed'
}
