import type { APIRoute } from 'astro'
import { cohortView, readCohorts, videosWithTranscript } from '#src/data/playlist.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  return [
    ...cohorts.map((cohort) => ({ params: { file: cohort.path }, props: { content: cohortView(cohort) } })),
    ...cohorts
      .flatMap(videosWithTranscript)
      .map(({ path, cues }) => ({ params: { file: path }, props: { content: cues } })),
  ]
}

export const GET: APIRoute<{ content: unknown }> = ({ props }) => Response.json(props.content)
