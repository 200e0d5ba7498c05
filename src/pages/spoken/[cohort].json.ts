import type { APIRoute } from 'astro'
import { readCohorts, spokenIn } from '../../components/playlist/playlist.ts'
import type { Cohort } from '../../shared/playlist/cohort.ts'
import type { SpokenFile } from '../../shared/search.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  return cohorts.map((cohort) => ({ params: { cohort: cohort.path }, props: { cohort } }))
}

export const GET: APIRoute<{ cohort: Cohort }> = ({ props: { cohort } }) => {
  const videos = spokenIn(cohort).map(({ title, fragment, cues }) => ({
    title,
    fragment,
    cues: cues.map(({ seconds, text }): [number, string] => [Math.floor(seconds), text]),
  }))
  return Response.json(videos satisfies SpokenFile)
}
