import type { APIRoute } from 'astro'
import { markFor } from '#src/data/groups.ts'
import { readCohorts, videosWithTranscript } from '#src/data/playlist.ts'
import type { TranscriptsFile } from '#src/shared/search.ts'

export const GET: APIRoute = async () => {
  const cohorts = await readCohorts()
  const videos = cohorts.flatMap(videosWithTranscript).map(({ title, fragment, cues, audience }) => ({
    audience: markFor(...audience),
    title,
    fragment,
    cues: cues.map(({ seconds, text }): [number, string] => [Math.floor(seconds), text]),
  }))
  return Response.json(videos satisfies TranscriptsFile)
}
