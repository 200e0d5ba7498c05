import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announcementSchema } from '../schemas/announcement.ts'
import { ANNOUNCEMENT_NAME, ANNOUNCEMENT_NAME_MAX_CHARACTERS } from '../shared/news/limits.ts'
import { readFrontMatter } from './front-matter.ts'
import { problemsOf } from './issues.ts'
import { noPageAt } from './links.ts'
import { problemAt, type Problem } from './problem.ts'

const FOLDER = 'src/content/announcements'

/**
 * Everything that is wrong with a repository's announcements. There need not be any.
 *
 * @param pages the paths of members' pages, to which they may lead.
 */
export function problemsOfAnnouncements(root: string, pages: readonly string[]): Problem[] {
  const folder = join(root, FOLDER)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
  return names.flatMap((name) => problemsIn(folder, name, pages))
}

function problemsIn(folder: string, name: string, pages: readonly string[]): Problem[] {
  const file = `${FOLDER}/${name}`
  if (!isAnnouncement(name)) return [problemAt(file, '', 1, MISNAMED)]
  const text = readFileSync(join(folder, name), 'utf8')
  const front = readFrontMatter(file, text)
  if (!front.ok) return [...front.problems]
  return [...problemsOf(front.source, announcementSchema), ...problemsOfLinks(file, text, pages)]
}

function isAnnouncement(name: string): boolean {
  const [, stem = ''] = /^(.+)\.md$/.exec(name) ?? []
  return ANNOUNCEMENT_NAME.test(stem) && stem.length <= ANNOUNCEMENT_NAME_MAX_CHARACTERS
}

const MISNAMED = `An announcement’s file is named with a–z, 0–9 and single hyphens and ends in .md, such as demo-day-rehearsal.md; at most ${ANNOUNCEMENT_NAME_MAX_CHARACTERS} characters. Rename it.`

/** Links as Markdown and HTML write them; an exclamation mark before one makes it a picture. */
const LINKS = [
  /(!?)\[[^\]]*\]\(\s*<?([^)\s>]+)/g,
  /()^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm,
  /()<((?:https?|mailto):[^>\s]+)>/g,
  /()\bhref\s*=\s*["']([^"']*)["']/g,
]

function problemsOfLinks(file: string, text: string, pages: readonly string[]): Problem[] {
  return LINKS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap((match) => {
    const [whole, sign, href = ''] = match
    const message = sign ? NO_PICTURE : troubleWith(href, pages)
    if (!message) return []
    const before = text.slice(0, match.index + whole.lastIndexOf(href)).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return [{ ...problemAt(file, text, before.length, message), column }]
  })
}

function troubleWith(href: string, pages: readonly string[]): string | null {
  if (/^(?:https:\/\/[^/]|mailto:.+@)/.test(href)) return URL.canParse(href) ? null : WRITE
  if (!/^\/(?!\/)/.test(href)) return WRITE
  const [path = ''] = href.split(/[?#]/)
  return pages.includes(path) ? null : noPageAt(path, pages)
}

const WRITE =
  'Write a path of this site, such as /calendar, or a whole address that begins with https:// or mailto:.'

const NO_PICTURE = 'Announcements show no pictures. Take it out, or link to it: without the exclamation mark.'
