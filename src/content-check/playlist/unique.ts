import { fragmentKey } from '../../shared/playlist/fragment.ts'
import type { Cohort, Video } from '../../shared/playlist/cohort.ts'
import { VIDEO_KEY_MAX_CHARACTERS, videoKey } from '../../shared/playlist/video-key.ts'
import type { ContentProblem } from '../problem.ts'
import type { Path, Source } from '../source.ts'

/**
 * Refuses empty and reserved addresses, and those that two videos would share.
 *
 * @param cohorts the newest first.
 * @param sources of cohorts, weeks and videos, by their paths.
 */
export function checkFragments(
  cohorts: readonly Cohort[],
  sources: ReadonlyMap<string, Source>,
): ContentProblem[] {
  const owners = new Map<string, { path: string; at: string }>()
  // The older cohort keeps its addresses, because people have shared them.
  const videos = cohorts.toReversed().flatMap(({ weeks }) => weeks.flatMap((week) => week.videos))
  return videos.flatMap((video) =>
    addressesOf(video, sources).flatMap(({ fragment, at, source }) => {
      const key = fragmentKey(fragment)
      const owner = owners.get(key)
      const message = refusal(fragment, video.path, owner)
      if (message) return [source.problem(at, message)]
      owners.set(key, { path: video.path, at: placeOf(source, at) })
      return []
    }),
  )
}

function addressesOf({ path, fragment, aliases }: Video, sources: ReadonlyMap<string, Source>) {
  const source = sources.get(path)
  if (!source) return []
  const own: Path = [source.at(['slug']) === undefined ? 'title' : 'slug']
  const former = aliases.map((alias, index) => ({ fragment: alias, at: ['aliases', index], source }))
  return [{ fragment, at: own, source }, ...former]
}

function refusal(fragment: string, path: string, owner?: { path: string; at: string }): string | null {
  if (!fragmentKey(fragment))
    return 'This title has no letter or digit to make an address from. Add a `slug:`.'
  // A members' page opens the account at its password, or 'Skip to navigation' leads there.
  if (['change-password', 'navigation'].includes(fragment))
    return `The page itself uses #${fragment}. Choose something else.`
  if (!owner) return null
  if (owner.path === path) return `#${fragment} is in this file twice. Delete one of the two.`
  return `#${fragment} already leads to ${owner.at}. Change the title, or add a \`slug:\` to this video.`
}

/**
 * Refuses file names that are too long to save progress under, and neighbours that differ by their number alone, because
 * progress is saved by the path without its numbers.
 */
export function checkKeys(
  cohorts: readonly Cohort[],
  sources: ReadonlyMap<string, Source>,
): ContentProblem[] {
  const weeks = cohorts.flatMap((cohort) => cohort.weeks)
  const owners = new Map<string, Source>()
  return [...cohorts, ...weeks, ...weeks.flatMap(({ videos }) => videos)]
    .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))
    .flatMap(({ path }) => {
      const source = sources.get(path)
      if (!source) return []
      const key = videoKey(path)
      if (key.length > VIDEO_KEY_MAX_CHARACTERS) return [source.problem(['title'], TOO_LONG)]
      if (key === 'due') return [source.problem(['title'], RESERVED)]
      // Compared within one folder: two weeks with the same name would share every video.
      const neighbours = path.replace(/[^/]*$/, key.replace(/^.*\//, ''))
      const owner = owners.get(neighbours)
      if (!owner) owners.set(neighbours, source)
      return owner ? [source.problem(['title'], sameName(placeOf(owner, ['title'])))] : []
    })
}

const sameName = (place: string) =>
  `This has the same name as ${place}, apart from the number. Progress is saved by name without the number, so the two would share it. Rename the newer one.`

const RESERVED = 'Progress with deadlines is saved under this name. Rename the folder.'

const TOO_LONG = `The names of this file and its folders have more than ${VIDEO_KEY_MAX_CHARACTERS} characters together, too many to save progress under. Shorten one.`

function placeOf(source: Source, at: Path): string {
  const { file, line } = source.problem(at, '')
  return `${file}:${line}`
}
