import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { readFile } from '../src/content-check/read-file.ts'
import { eventSchema } from '../src/schemas/event.ts'
import { walkFolder } from './walk-folder.ts'

/** For the scheduled functions, which send emails and are bundled without Astro. */
const FILE = '.astro/programme.json'

/** Writes what emails need: the names, the time zone and the contact address in `src/content/site.yaml`, and the deadlines. */
export function writeProgrammeNames(root: string): void {
  const file = join(root, FILE)
  const names = `${JSON.stringify(readProgrammeNames(root), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === names) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, names)
}

/** Unvalidated: the content check reports mistakes. */
export function readProgrammeNames(root: string) {
  const { brand, program, timezone, contact } = parse(
    readFileSync(join(root, 'src/content/site.yaml'), 'utf8'),
  ) as ProgrammeNames
  return { brand, program, timezone, contact, deadlines: readDeadlines(join(root, 'src/content/events')) }
}

/** The events of which members are reminded. */
function readDeadlines(folder: string) {
  return walkFolder(folder).flatMap((file) => {
    const { data } = readFile(join(folder, file), file, eventSchema)
    if (data?.kind !== 'due' || data.remind === false) return []
    const { title, page, starts, repeats, until, except } = data
    return { name: file.replace(/\.yaml$/, ''), title, page, starts, repeats, until, except }
  })
}

interface ProgrammeNames {
  brand: string
  program: string
  timezone: string
  contact: string
}
