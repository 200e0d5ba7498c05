import type { Problem } from '../problem.ts'
import type { Path, Source } from '../source.ts'
import { fragmentKey } from '../../shared/playlist/fragment.ts'
import type { Cohort, Video } from '../../shared/playlist/model.ts'

/** Names the page itself gives to its parts. */
const takenByThePage = ['content', 'member-menu', 'navigation', 'viewer']

/**
 * Refuses addresses that lead nowhere, and those that two videos would share.
 *
 * @param cohorts the newest first.
 * @param sources of the videos' files, by the videos' paths.
 */
export function checkFragments(cohorts: readonly Cohort[], sources: ReadonlyMap<string, Source>): Problem[] {
  const owners = new Map<string, Owner>()
  // The older cohort keeps its addresses: people have them.
  const videos = cohorts.toReversed().flatMap(({ weeks }) => weeks.flatMap((week) => week.videos))
  const problems: Problem[] = []
  for (const video of videos) {
    const source = sources.get(video.path)
    if (!source) continue
    for (const { fragment, at } of addressesOf(video, source)) {
      const message = refusal(fragment, video, owners)
      const problem = source.problem(at, message ?? '')
      if (message) problems.push(problem)
      else owners.set(fragmentKey(fragment), { path: video.path, at: `${problem.file}:${problem.line}` })
    }
  }
  return problems
}

function addressesOf({ fragment, aliases }: Video, source: Source): { fragment: string; at: Path }[] {
  return [
    { fragment, at: source.at(['slug']) === undefined ? ['title'] : ['slug'] },
    ...aliases.map((alias, index) => ({ fragment: alias, at: ['aliases', index] })),
  ]
}

function refusal(fragment: string, { path }: Video, owners: ReadonlyMap<string, Owner>): string | null {
  if (!fragmentKey(fragment))
    return 'This title has no letter or digit to make an address from. Write a `slug:`.'
  if (takenByThePage.includes(fragment)) return `The page itself uses #${fragment}. Write another.`
  const owner = owners.get(fragmentKey(fragment))
  if (owner === undefined) return null
  if (owner.path === path) return `#${fragment} stands in this file twice. Take one out.`
  return `#${fragment} already leads to ${owner.at}. Change the title, or write a \`slug:\` for this video.`
}

/** The video an address leads to, and where that is written. */
interface Owner {
  path: string
  at: string
}
