import { fragmentKey } from '../../src/shared/playlist/fragment.ts'
import type { Cohort, Video } from '../../src/shared/playlist/model.ts'

/** Names the page itself gives to its parts. */
const takenByThePage = ['content', 'member-menu', 'navigation', 'viewer']

/** Refuses addresses that lead nowhere, and those that two videos would share. */
export function checkFragments(cohorts: readonly Cohort[], lines: Lines, refuse: Refuse): void {
  const owners = new Map<string, string>()
  const videos = cohorts.flatMap(({ weeks }) => weeks).flatMap((week) => week.videos)
  for (const video of videos) {
    for (const { fragment, line } of addressesOf(video, lines)) {
      const file = `${video.path}.md`
      const key = fragmentKey(fragment)
      const owner = owners.get(key)
      if (!key) refuse(file, line, 'This title has no letter or digit to make an address from. Add a slug.')
      else if (takenByThePage.includes(fragment))
        refuse(file, line, `The page itself uses #${fragment}. Choose another.`)
      else if (owner === undefined) owners.set(key, `${video.path}.md`)
      else refuse(file, line, repeated(fragment, owner, file))
    }
  }
}

type Lines = ReadonlyMap<string, (path: readonly PropertyKey[]) => number>
type Refuse = (path: string, line: number, message: string) => void

function addressesOf({ path, fragment, aliases }: Video, lines: Lines) {
  const lineOf = lines.get(path) ?? (() => 1)
  const own = Math.max(lineOf(['slug']), lineOf(['title']))
  return [
    { fragment, line: own },
    ...aliases.map((alias, index) => ({ fragment: alias, line: lineOf(['aliases', index]) })),
  ]
}

function repeated(fragment: string, owner: string, file: string): string {
  if (owner === file) return `#${fragment} stands in this file twice. Take one out.`
  return `#${fragment} already leads to ${owner}. Change the title, or give this video a slug of its own.`
}
