/** Which parts the search has: the first thing the search box asks for. */
import type { APIRoute } from 'astro'
import { readCohorts } from '../../components/playlist/playlist.ts'
import { searchParts } from '../../components/playlist/search-index.ts'
import type { SearchParts } from '../../shared/playlist/search.ts'

export const GET: APIRoute = async () => {
  const parts: SearchParts = (await readCohorts()).map((cohort) => ({
    cohort: cohort.path,
    titles: searchParts(cohort, 'titles').map(({ length }) => length),
    spoken: searchParts(cohort, 'spoken').map(({ length }) => length),
  }))
  return Response.json(parts)
}
