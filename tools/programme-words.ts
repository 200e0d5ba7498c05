import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** Beside what Astro generates, for what is bundled without Astro: the scheduled functions, which send mail. */
const FILE = '.astro/programme.json'

/** Keeps what mails say of the programme as `src/content/site.yaml` says it. */
export function writeProgrammeWords(root: string): void {
  const file = join(root, FILE)
  const words = `${JSON.stringify(readProgrammeWords(root), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === words) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, words)
}

/** What may be wrong with the file the content check says. */
export function readProgrammeWords(root: string): { brand: string; program: string } {
  const { brand, program } = parse(readFileSync(join(root, 'src/content/site.yaml'), 'utf8')) as Words
  return { brand, program }
}

interface Words {
  brand: string
  program: string
}
