import MiniSearch, { type SearchResult } from 'minisearch'
import { SEARCH_PATH, spokenPath, type SearchFile, type SpokenFile } from '#src/shared/search.ts'
import { fetchFile } from '../fetch-file.ts'
import { readViewer } from '../read-viewer.ts'
import { readRecent, type RecentChoice } from '../recent-choices.ts'
import { grouped, hitOf, keyOf, lineHit, type Hit, type HitGroup, type Line } from './hits.ts'
import { commands, ownNotes, type Offer } from './sources.ts'
import { comparison, EXACT, SIMILAR, type Reading } from './words.ts'

/** Finds what has a name and, a cohort at a time, what is said in videos. */
export class Search {
  readonly #show: (found: Found) => void
  readonly #offers = new Map<string, Offer>()
  readonly #names = new MiniSearch<Offer & { id: string }>({
    ...comparison,
    fields: ['title', 'text', 'context', 'also'],
  })
  readonly #spoken: MiniSearch<Line>[] = []
  /** Whose transcripts are not here yet, the newest first. null before it is known. */
  #cohorts: string[] | null = null
  #asked: Asked = { query: '', onlyVideos: false }
  #isBusy = false
  #hasFailed = false

  /** @param show is called with the answer to what is asked, and whenever there is another. */
  constructor(show: (found: Found) => void) {
    this.#show = show
    this.#add(commands)
  }

  /** Brings the names once, and each time the notes, which may be new. */
  async open(): Promise<void> {
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
    else void this.#bringLines()
  }

  #answer(): void {
    const query = this.#asked.query.trim()
    const recent = readRecent(readViewer().email)
    const hits = query ? this.#find(query) : [...this.#again(recent), ...this.#first()]
    this.#show({
      ...this.#asked,
      groups: grouped(hits, new Set(recent.map(({ key }) => key)), this.#asked.onlyVideos),
      state: this.#isBusy ? 'loading' : this.#hasFailed ? 'failed' : 'settled',
    })
  }

  /** Slips are forgiven where nothing is found as it was typed. */
  #find(query: string): Hit[] {
    const exact = [...this.#findNames(query, EXACT), ...this.#findLines(query, EXACT)]
    if (exact.length > 0) return exact
    // Lines that are on their way may have it as it was typed.
    return [...this.#findNames(query, SIMILAR), ...(this.#isBusy ? [] : this.#findLines(query, SIMILAR))]
  }

  #findNames(query: string, reading: Reading): Hit[] {
    return this.#names.search(query, reading).flatMap((result) => {
      const offer = this.#offers.get(result.id as string)
      return offer ? [hitOf(offer, result)] : []
    })
  }

  /** The newest cohorts' first, until there are plenty. */
  #findLines(query: string, reading: Reading): Hit[] {
    const found: SearchResult[] = []
    if (query.length < LINES_FROM) return []
    for (const index of this.#spoken) if (found.length < PLENTY) found.push(...index.search(query, reading))
    return found.slice(0, PLENTY).map((line) => lineHit(line as SearchResult & Line))
  }

  /** Choices of earlier, without those that led to something that is gone. */
  #again(recent: readonly RecentChoice[]): Hit[] {
    return recent.flatMap((choice): Hit[] => {
      const offer = this.#offers.get(choice.key)
      if (offer) return [{ ...hitOf(offer), group: 'Recent' }]
      return choice.seconds === null ? [] : [{ ...choice, group: 'Recent', why: '', terms: [] }]
    })
  }

  /** What is offered before anything is asked: the menu's pages, or the newest videos. */
  #first(): Hit[] {
    const isFirst = ({ group, context }: Offer) =>
      this.#asked.onlyVideos ? group === 'Videos' : group === 'Pages' && context === ''
    return [...this.#offers.values()].filter(isFirst).map((offer) => hitOf(offer))
  }

  #add(offers: readonly Offer[]): void {
    for (const offer of offers) {
      const id = keyOf(offer)
      if (!this.#offers.has(id)) this.#names.add({ ...offer, id })
      this.#offers.set(id, offer)
    }
  }

  /** Fetches a cohort after the other, until there are plenty of lines for what is asked by then. */
  async #bringLines(): Promise<void> {
    const isWanted = () => {
      const query = this.#asked.query.trim()
      return query.length >= LINES_FROM && this.#findLines(query, EXACT).length < PLENTY
    }
    this.#isBusy = true
    while (this.#cohorts?.length && isWanted()) {
      this.#answer()
      await this.#bringCohort(this.#cohorts.shift() ?? '')
    }
    this.#isBusy = false
    this.#answer()
  }

  async #bringCohort(cohort: string): Promise<void> {
    const videos = await fetchFile<SpokenFile>(spokenPath(cohort))
    this.#hasFailed ||= !videos
    const index = new MiniSearch<Line>({
      ...comparison,
      fields: ['text'],
      storeFields: ['text', 'seconds', 'title', 'fragment'],
    })
    const lines = (videos ?? []).flatMap(({ cues, ...video }) =>
      cues.map(([seconds, text]) => ({ ...video, seconds, text })),
    )
    await index.addAllAsync(
      lines.map((line, id) => ({ ...line, id })),
      { chunkSize: LINES_AT_ONCE },
    )
    this.#spoken.push(index)
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

/** Transcripts are full of every letter: one or two neither fetch nor ask them. */
export const LINES_FROM = 3

/** With so many lines nobody looks for more. */
const PLENTY = 24

/** Indexed in a few milliseconds, so that keys are heard in between. */
const LINES_AT_ONCE = 500
