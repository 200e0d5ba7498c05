/** What the playlist's script asks for, all of it in the vault like every page. */
import type { APIRoute } from 'astro'
import {
  cohortView,
  finderShards,
  isShownWhole,
  readCohorts,
  spokenIn,
  weekView,
} from '../../components/playlist/playlist.ts'
import { finderShard, fragmentKey } from '../../shared/playlist/fragment.ts'
import type { Cohort } from '../../shared/playlist/model.ts'
import type { Found } from '../../shared/playlist/view.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  const files: File[] = [
    ...findersOf(cohorts).map((found, shard) => ({ file: `find-${shard}`, make: () => found })),
    ...cohorts.flatMap((cohort) => [
      { file: cohort.path, make: () => cohortView(cohort) },
      ...weeksOf(cohort),
      ...transcriptsOf(cohort),
    ]),
  ]
  return files.map(({ file, make }) => ({ params: { file }, props: { make } }))
}

export const GET: APIRoute<{ make: File['make'] }> = ({ props }) => Response.json(props.make())

interface File {
  file: string
  make: () => unknown
}

/** Of a cohort that does not come whole. */
function weeksOf(cohort: Cohort): File[] {
  if (isShownWhole(cohort)) return []
  return cohort.weeks.map((week) => ({ file: week.path, make: () => weekView(week) }))
}

function transcriptsOf(cohort: Cohort): File[] {
  return spokenIn(cohort).map(({ path, cues }) => ({ file: path, make: () => cues }))
}

/** Where a fragment's video is: asked only for one that the open page does not hold. */
function findersOf(cohorts: Cohort[]): Found[] {
  const count = finderShards(cohorts)
  const shards: Found[] = Array.from({ length: count }, () => ({}))
  for (const week of cohorts.flatMap(({ weeks }) => weeks)) {
    for (const { fragment, aliases } of week.videos) {
      for (const name of [fragment, ...aliases]) {
        const shard = shards[finderShard(name, count)]
        if (shard) shard[fragmentKey(name)] = [week.path, fragment]
      }
    }
  }
  return shards
}
