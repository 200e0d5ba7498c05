import type { APIRoute } from 'astro'
import { readEntries } from '../components/entries.ts'
import { readCohorts, spokenIn } from '../components/playlist/playlist.ts'
import type { SearchFile } from '../shared/search.ts'

export const GET: APIRoute = async () => {
  const cohorts = await readCohorts()
  const spoken = cohorts.filter((cohort) => spokenIn(cohort).length > 0)
  return Response.json({
    entries: await readEntries(cohorts),
    cohorts: spoken.map(({ path }) => path),
  } satisfies SearchFile)
}
