import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { announcementSchema } from '../schemas/announcement.ts'
import { ANNOUNCEMENT_NAME, ANNOUNCEMENT_NAME_MAX_CHARACTERS } from '../shared/news/limits.ts'
import { readFrontMatter } from './front-matter.ts'
import { problemsOf } from './issues.ts'
import { problemAt, type Problem } from './problem.ts'
import { readText } from './read-text.ts'
import { problemsOfTextLinks, type Places } from './text-links.ts'

const FOLDER = 'src/content/announcements'

/** Everything that is wrong with a repository's announcements. There need not be any. */
export function problemsOfAnnouncements(root: string, places: Places): Problem[] {
  const folder = join(root, FOLDER)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
  return names.flatMap((name) => problemsIn(folder, name, places))
}

function problemsIn(folder: string, name: string, places: Places): Problem[] {
  const file = `${FOLDER}/${name}`
  if (!isAnnouncement(name)) return [problemAt(file, '', 1, MISNAMED)]
  const read = readText(join(folder, name), file)
  if (!read.ok) return [read.problem]
  const front = readFrontMatter(file, read.text)
  if (!front.ok) return [...front.problems]
  return [
    ...problemsOf(front.source, announcementSchema),
    ...problemsOfTextLinks(file, read.text, places, 'announcement'),
  ]
}

function isAnnouncement(name: string): boolean {
  const [, stem = ''] = /^(.+)\.md$/.exec(name) ?? []
  return ANNOUNCEMENT_NAME.test(stem) && stem.length <= ANNOUNCEMENT_NAME_MAX_CHARACTERS
}

const MISNAMED = `An announcement’s file is named with a–z, 0–9 and single hyphens and ends in .md, such as demo-day-rehearsal.md; at most ${ANNOUNCEMENT_NAME_MAX_CHARACTERS} characters. Rename it.`
