import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** For the scheduled functions, which send emails and are bundled without Astro. */
const FILE = '.astro/programme.json'

/** Writes the names, the time zone and the contact address in `src/content/site.yaml` for emails. */
export function writeProgrammeNames(root: string): void {
  const file = join(root, FILE)
  const names = `${JSON.stringify(readProgrammeNames(root), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === names) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, names)
}

/** Unvalidated: the content check reports mistakes. */
export function readProgrammeNames(root: string): ProgrammeNames {
  const { brand, program, timezone, contact } = parse(
    readFileSync(join(root, 'src/content/site.yaml'), 'utf8'),
  ) as ProgrammeNames
  return { brand, program, timezone, contact }
}

interface ProgrammeNames {
  brand: string
  program: string
  timezone: string
  contact: string
}
