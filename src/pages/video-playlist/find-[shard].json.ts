/** Where a fragment's video is: asked only for one that the open page does not hold. */
import type { APIRoute } from 'astro'
import { finderShards, pageOf, readCohorts } from '../../components/playlist/playlist.ts'
import { finderShard, fragmentKey } from '../../shared/playlist/fragment.ts'
import type { Cohort, Found } from '../../shared/playlist/model.ts'

export async function getStaticPaths() {
  const cohorts = await readCohorts()
  const shards = shardsOf(cohorts, finderShards(cohorts))
  return shards.map((found, shard) => ({ params: { shard: String(shard) }, props: { found } }))
}

export const GET: APIRoute<{ found: Found }> = ({ props }) => Response.json(props.found)

function shardsOf(cohorts: Cohort[], count: number): Found[] {
  const shards: Found[] = Array.from({ length: count }, () => ({}))
  for (const cohort of cohorts) {
    for (const week of cohort.weeks) {
      const page = pageOf(cohort, week)
      for (const { fragment, aliases } of week.videos) {
        for (const name of [fragment, ...aliases]) {
          const shard = shards[finderShard(name, count)]
          if (shard) shard[fragmentKey(name)] = [page, fragment]
        }
      }
    }
  }
  return shards
}
