import type { APIRoute } from 'astro'
import { type Audience, fileMarkOf } from '#src/shared/audience.ts'
import { markFor } from '#src/data/groups.ts'
import { cohortView, readCohorts, videosWithTranscript } from '#src/data/playlist.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  return [
    ...cohorts.map((cohort) => ({
      params: { file: cohort.path },
      props: { content: cohortView(cohort), audience: cohort.audience },
    })),
    ...cohorts
      .flatMap(videosWithTranscript)
      .map(({ path, cues, audience }) => ({ params: { file: path }, props: { content: cues, audience } })),
  ]
}

export const GET: APIRoute<{ content: unknown; audience: Audience }> = ({ props }) =>
  new Response(JSON.stringify(props.content) + fileMarkOf(markFor(...props.audience)), {
    headers: { 'Content-Type': 'application/json' },
  })
