import { fragmentKey } from '../../shared/playlist/fragment.ts'
import type { Cohort, Video } from '../../shared/playlist/cohort.ts'
import { VIDEO_KEY_MAX_CHARACTERS, videoKey } from '../../shared/playlist/video-key.ts'
import type { Problem } from '../problem.ts'
import type { Path, Source } from '../source.ts'

/**
 * Refuses addresses that lead nowhere, and those that two videos would share.
 *
 * @param cohorts the newest first.
 * @param sources of cohorts, weeks and videos, by their paths.
 */
export function checkFragments(cohorts: readonly Cohort[], sources: ReadonlyMap<string, Source>): Problem[] {
  const owners = new Map<string, { path: string; at: string }>()
  // The older cohort keeps its addresses: people have them.
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
    return 'This title has no letter or digit to make an address from. Write a `slug:`.'
  // Names the page itself gives to its parts.
  if (['content', 'member-menu', 'navigation', 'viewer'].includes(fragment))
    return `The page itself uses #${fragment}. Write another.`
  if (!owner) return null
  if (owner.path === path) return `#${fragment} stands in this file twice. Take one out.`
  return `#${fragment} already leads to ${owner.at}. Change the title, or write a \`slug:\` for this video.`
}

/**
 * Refuses names that progress cannot be kept under: it goes by the names of files and folders without their numbers,
 * so neighbours that differ by their number alone would be one, and their marks would count for each other.
 */
export function checkKeys(cohorts: readonly Cohort[], sources: ReadonlyMap<string, Source>): Problem[] {
  const weeks = cohorts.flatMap((cohort) => cohort.weeks)
  const owners = new Map<string, Source>()
  return [...cohorts, ...weeks, ...weeks.flatMap(({ videos }) => videos)]
    .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))
    .flatMap(({ path }) => {
      const source = sources.get(path)
      if (!source) return []
      const key = videoKey(path)
      if (key.length > VIDEO_KEY_MAX_CHARACTERS) return [source.problem(['title'], TOO_LONG)]
      // Two weeks that are one would have every video in common.
      const neighbours = path.replace(/[^/]*$/, key.replace(/^.*\//, ''))
      const owner = owners.get(neighbours)
      if (!owner) owners.set(neighbours, source)
      return owner ? [source.problem(['title'], sameName(placeOf(owner, ['title'])))] : []
    })
}

const sameName = (place: string) =>
  `This differs from ${place} by its number alone, and what members have watched is kept under names without numbers: the two would be one. Give the newer one another name.`

const TOO_LONG = `The names of this file and its folders are longer than ${VIDEO_KEY_MAX_CHARACTERS} characters together, so no progress could be kept. Shorten one.`

function placeOf(source: Source, at: Path): string {
  const { file, line } = source.problem(at, '')
  return `${file}:${line}`
}
