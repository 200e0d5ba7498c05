import type { Problem } from '../problem.ts'
import type { Source } from '../source.ts'
import type { Cohort } from '../../shared/playlist/model.ts'
import { VIDEO_KEY_MAX_CHARACTERS, videoKey } from '../../shared/playlist/video-key.ts'

/**
 * Refuses names that progress cannot be kept under: it goes by the names of files and folders without their numbers,
 * so neighbours that differ by their number alone would be one, and their marks would count for each other.
 *
 * @param sources of cohorts, weeks and videos, by their paths.
 */
export function checkKeys(cohorts: readonly Cohort[], sources: ReadonlyMap<string, Source>): Problem[] {
  const weeks = cohorts.flatMap((cohort) => cohort.weeks)
  const neighbours = [cohorts, ...cohorts.map((cohort) => cohort.weeks), ...weeks.map(({ videos }) => videos)]
  return [
    ...neighbours.flatMap((named) => sharedKeys(named, sources)),
    ...weeks.flatMap(({ videos }) => videos).flatMap(({ path }) => tooLong(path, sources)),
  ]
}

function sharedKeys(named: readonly { path: string }[], sources: ReadonlyMap<string, Source>): Problem[] {
  const owners = new Map<string, Source>()
  const problems: Problem[] = []
  for (const { path } of [...named].sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))) {
    const source = sources.get(path)
    if (!source) continue
    const owner = owners.get(videoKey(path))
    if (owner) problems.push(titleProblem(source, sameName(owner)))
    else owners.set(videoKey(path), source)
  }
  return problems
}

function sameName(owner: Source): string {
  const { file, line } = titleProblem(owner, '')
  return (
    `This differs from ${file}:${line} by its number alone, and what members have watched is kept under names without ` +
    `numbers: the two would be one. Give the newer one another name.`
  )
}

function tooLong(path: string, sources: ReadonlyMap<string, Source>): Problem[] {
  const source = sources.get(path)
  if (!source || videoKey(path).length <= VIDEO_KEY_MAX_CHARACTERS) return []
  const message = `The names of this file and its folders are longer than ${VIDEO_KEY_MAX_CHARACTERS} characters together, so nobody’s progress could be kept. Shorten one.`
  return [titleProblem(source, message)]
}

function titleProblem(source: Source, message: string): Problem {
  return source.problem(['title'], message)
}
