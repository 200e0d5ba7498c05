import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { announcementSchema } from '../schemas/announcement.ts'
import { misnamed } from './folder.ts'
import { readFrontMatter } from './front-matter.ts'
import { problemsOf } from './issues.ts'
import { problemAt, type Problem } from './problem.ts'
import { readText } from './read-text.ts'
import { problemsOfTextLinks, type Places } from './text-links.ts'

const FOLDER = 'src/content/announcements'
const ANNOUNCEMENT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Everything that is wrong with a repository's announcements. There need not be any. */
export function problemsOfAnnouncements(root: string, places: Places): Problem[] {
  const folder = join(root, FOLDER)
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => problemsIn(folder, name, places))
}

function problemsIn(folder: string, name: string, places: Places): Problem[] {
  const file = `${FOLDER}/${name}`
  const stem = name.replace(/\.md$/, '')
  if (stem === name || !ANNOUNCEMENT_NAME.test(stem)) return [problemAt(file, '', 1, misnamed(file, 'md'))]
  const read = readText(join(folder, name), file)
  if (!read.ok) return [read.problem]
  const front = readFrontMatter(file, read.text)
  if (!front.ok) return [...front.problems]
  return [
    ...problemsOf(front.source, announcementSchema),
    ...problemsOfTextLinks(file, read.text, places, 'announcement'),
  ]
}
