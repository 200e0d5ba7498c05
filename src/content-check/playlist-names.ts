import { fragmentKey } from '../shared/playlist/fragment.ts'
import type { Cohort } from '../shared/playlist/cohort.ts'
import { videoKey } from '../shared/playlist/video-key.ts'
import { videosOf } from '../shared/playlist/view.ts'
import type { ContentProblem } from './problem.ts'
import type { Path, Source } from './source.ts'

type Sources = ReadonlyMap<string, Source>

/**
 * Refuses addresses that are empty, reserved, or another video's.
 *
 * @param cohorts the oldest first: it keeps its addresses, because people have shared them.
 */
export function fragmentProblems(cohorts: readonly Cohort[], sources: Sources): ContentProblem[] {
  const places = new Map<string, string>()
  return cohorts.flatMap(videosOf).flatMap(({ path, fragment, aliases }) => {
    const source = sources.get(path)
    if (!source) return []
    const field = source.at(['slug']) === undefined ? 'title' : 'slug'
    const addresses: [fragment: string, at: Path][] = [
      [fragment, [field]],
      ...aliases.map((alias, index): [string, Path] => [alias, ['aliases', index]]),
    ]
    return addresses.flatMap(([fragment, at]) => {
      const key = fragmentKey(fragment)
      const message = refusal(fragment, places.get(key))
      if (message) return [source.problem(at, message)]
      places.set(key, placeOf(source, at))
      return []
    })
  })
}

function refusal(fragment: string, place: string | undefined): string | null {
  if (!fragmentKey(fragment))
    return 'This title has no letter or digit to make an address from. Add a `slug:`.'
  // 'Skip to navigation' leads there.
  if (fragment === 'navigation') return 'The page itself uses #navigation. Choose something else.'
  return place === undefined
    ? null
    : `#${fragment} already leads to ${place}. Change the title, or add a \`slug:\` to this video.`
}

export function keyProblems(cohorts: readonly Cohort[], sources: Sources): ContentProblem[] {
  const weeks = cohorts.flatMap((cohort) => cohort.weeks)
  const groups = [...cohorts, ...weeks].map(({ path }) => ({ path, source: sources.get(`${path}/index`) }))
  const videos = cohorts.flatMap(videosOf).map(({ path }) => ({ path, source: sources.get(path) }))
  const places = new Map<string, string>()
  return [...groups, ...videos].flatMap(({ path, source }) => {
    if (!source) return []
    // Compared within one folder: two weeks with the same name would share every video.
    const neighbour = path.replace(/[^/]*$/, videoKey(path).replace(/^.*\//, ''))
    const place = places.get(neighbour)
    if (place) return [source.problem(['title'], sameName(place))]
    places.set(neighbour, placeOf(source, ['title']))
    return []
  })
}

const sameName = (place: string) =>
  `This has the same name as ${place}, apart from the number. Progress is saved by name without the number, so the two would share it. Rename the newer one.`

function placeOf(source: Source, at: Path): string {
  const { file, line } = source.problem(at, '')
  return `${file}:${line}`
}
