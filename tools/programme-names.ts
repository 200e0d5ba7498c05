import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** Beside what Astro generates, for what is bundled without Astro: the scheduled functions, which send mail. */
const FILE = '.astro/programme.json'

/** Keeps what mails say of the programme as `src/content/site.yaml` says it. */
export function writeProgrammeNames(root: string): void {
  const file = join(root, FILE)
  const names = `${JSON.stringify(readProgrammeNames(root), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === names) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, names)
}

/** What may be wrong with the file the content check says. */
export function readProgrammeNames(root: string): { brand: string; program: string } {
  const { brand, program } = parse(
    readFileSync(join(root, 'src/content/site.yaml'), 'utf8'),
  ) as ProgrammeNames
  return { brand, program }
}

interface ProgrammeNames {
  brand: string
  program: string
}
