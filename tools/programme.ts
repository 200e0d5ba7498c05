import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import { isVideo } from '../src/content-check/playlist/file-names.ts'
import { readFile } from '../src/content-check/read-file.ts'
import { dayOf, wallStarts } from '../src/events/recurrence.ts'
import { eventSchema } from '../src/schemas/event.ts'
import type { siteSchema } from '../src/schemas/site.ts'
import { deadlineKey } from '../src/shared/events/deadline-key.ts'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { walkFolder } from './walk-folder.ts'

/** For server code: the scheduled functions are bundled without Astro, so they can't read its collections. */
const FILE = '.astro/programme.json'

/** Of a deadline without an end: nine years of weeks. */
const MOST_STARTS = 500

/** Writes what server code needs of the content. */
export function writeProgramme(root: string): void {
  const file = join(root, FILE)
  const programme = `${JSON.stringify(readProgramme(root), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === programme) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, programme)
}

/** The programme's names, zone and contact, the deadlines of which members are reminded, and the keys of progress. */
export function readProgramme(root: string) {
  const site = readFileSync(join(root, 'src/content/site.yaml'), 'utf8')
  // Unvalidated: the content check reports mistakes.
  const { brand, program, timezone, contact } = parse(site) as z.output<typeof siteSchema>
  const deadlines = readDeadlines(join(root, 'src/content/events'))
  return {
    brand,
    program,
    timezone,
    contact,
    deadlines: deadlines.filter(({ remind }) => remind !== false),
    progressKeys: [
      ...readVideoKeys(walkFolder(join(root, 'src/content/playlist'))),
      ...deadlines.flatMap((deadline) =>
        [...wallStarts(deadline).take(MOST_STARTS)].map((time) => deadlineKey(deadline.name, dayOf(time))),
      ),
    ],
  }
}

/** The content check reports duplicate keys. */
export function readVideoKeys(files: readonly string[]): string[] {
  const videos = files.filter(isVideo).sort()
  return [...new Set(videos.map((file) => videoKey(file.replace(/\.md$/, ''))))]
}

function readDeadlines(folder: string) {
  return walkFolder(folder).flatMap((file) => {
    const { data } = readFile(join(folder, file), file, eventSchema)
    if (data?.kind !== 'due') return []
    const { title, page, starts, repeats, until, except, remind } = data
    return { name: file.replace(/\.yaml$/, ''), title, page, starts, repeats, until, except, remind }
  })
}
