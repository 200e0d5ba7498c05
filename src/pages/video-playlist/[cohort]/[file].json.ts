/** What the search box asks, a part of a cohort at a time; in the vault like every page. */
import type { APIRoute } from 'astro'
import { readCohorts } from '../../../components/playlist/playlist.ts'
import { searchIndex, searchParts, type Entry } from '../../../components/playlist/search-index.ts'
import { searchFile, type SearchKind } from '../../../shared/playlist/search.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  return cohorts.flatMap((cohort) =>
    (['titles', 'spoken'] as const).flatMap((kind) =>
      searchParts(cohort, kind).map((entries, part) => ({
        params: { cohort: cohort.path, file: searchFile(kind, part) },
        props: { entries, kind },
      })),
    ),
  )
}

export const GET: APIRoute<{ entries: Entry[]; kind: SearchKind }> = ({ props }) =>
  new Response(JSON.stringify(searchIndex(props.entries, props.kind)), {
    headers: { 'Content-Type': 'application/json' },
  })
