import MiniSearch from 'minisearch'
import type { Cohort, Video, Week } from '#src/shared/playlist/model.ts'
import { searchOptions, type SearchDocument, type SearchKind } from '#src/shared/playlist/search.ts'

/** Entries in one part: some 35 kB to be fetched, and asked in a blink even with a hit in every entry. */
const ENTRIES_A_PART: Record<SearchKind, number> = { titles: 80, spoken: 400 }

/** A cohort's entries in parts, in their order. A video's lines stay together. */
export function searchParts(cohort: Cohort, kind: SearchKind): Entry[][] {
  const entriesOf = kind === 'titles' ? titles : spoken
  const parts: Entry[][] = []
  for (const week of cohort.weeks) {
    for (const video of week.videos) {
      const entries = entriesOf(video, `${cohort.title} · ${week.title}`)
      const last = parts.at(-1)
      if (entries.length === 0) continue
      if (last && last.length + entries.length <= ENTRIES_A_PART[kind]) last.push(...entries)
      else parts.push(entries)
    }
  }
  return parts
}

/** Ready to be loaded by the search box. */
export function searchIndex(entries: readonly Entry[], kind: SearchKind): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>(searchOptions(kind))
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return index
}

export type Entry = Omit<SearchDocument, 'id'>

function titles({ fragment, title, text, speakers }: Video, week: Week['title']): Entry[] {
  return [{ fragment, title, week, text, speakers: speakers.join(', '), seconds: null }]
}

function spoken({ fragment, title, cues }: Video, week: Week['title']): Entry[] {
  return cues.map(({ seconds, text }) => ({ fragment, title, week, text, speakers: '', seconds }))
}
