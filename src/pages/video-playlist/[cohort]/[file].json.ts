/** What the search box asks, a cohort at a time; in the vault like every page. */
import type { APIRoute } from 'astro'
import { readCohorts } from '../../../components/playlist/playlist.ts'
import { searchIndex } from '../../../components/playlist/search-index.ts'
import type { Cohort } from '../../../shared/playlist/model.ts'
import { searchFiles, type SearchFile } from '../../../shared/playlist/search.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  return cohorts.flatMap((cohort) =>
    searchFiles.map((file) => ({ params: { cohort: cohort.path, file }, props: { cohort, file } })),
  )
}

export const GET: APIRoute<{ cohort: Cohort; file: SearchFile }> = ({ props }) =>
  new Response(JSON.stringify(searchIndex(props.cohort, props.file)), {
    headers: { 'Content-Type': 'application/json' },
  })
