import MiniSearch from 'minisearch'
import type { Cohort, Video, Week } from '#src/shared/playlist/model.ts'
import { searchOptions, type SearchDocument, type SearchFile } from '#src/shared/playlist/search.ts'

/** A cohort's index, ready to be loaded by the search box. */
export function searchIndex(cohort: Cohort, file: SearchFile): MiniSearch<SearchDocument> {
  const documentsOf = file === 'titles' ? titles : spoken
  const documents = cohort.weeks.flatMap((week) =>
    week.videos.flatMap((video) => documentsOf(video, `${cohort.title} · ${week.title}`)),
  )
  const index = new MiniSearch<SearchDocument>(searchOptions(file))
  index.addAll(documents.map((document, id) => ({ ...document, id })))
  return index
}

type Entry = Omit<SearchDocument, 'id'>

function titles({ fragment, title, text, speakers }: Video, week: Week['title']): Entry[] {
  return [{ fragment, title, week, text, speakers: speakers.join(', '), seconds: null }]
}

function spoken({ fragment, title, cues }: Video, week: Week['title']): Entry[] {
  return cues.map(({ seconds, text }) => ({ fragment, title, week, text, speakers: '', seconds }))
}
