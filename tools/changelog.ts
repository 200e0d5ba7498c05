import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../CHANGELOG.md')
const UNRELEASED = '## Unreleased\n'

/** What CHANGELOG.md says of a version; null when it says nothing. */
export function notesOf(changelog: string, version: string): string | null {
  const [, section] = changelog.split(new RegExp(`^## ${RegExp.escape(version)} .*\n`, 'm'))
  return section?.split(/^## /m)[0]?.trim() || null
}

/** Gives what is unreleased to a version; null when nothing is. */
export function release(changelog: string, version: string, day: string): string | null {
  const [, section = ''] = changelog.split(UNRELEASED)
  if (!section.split(/^## /m)[0]?.trim()) return null
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`)
}

const HELP = `  node tools/changelog.ts release VERSION   what is unreleased becomes VERSION's, of today; npm version does it
  node tools/changelog.ts notes VERSION     prints what is said of VERSION

Exit status: 0 done, 1 there is nothing to say, 2 wrong words.`

function main([verb, version]: string[]): 0 | 1 | 2 {
  if (!version || (verb !== 'release' && verb !== 'notes')) {
    console.error(HELP)
    return verb === '--help' ? 0 : 2
  }
  const changelog = readFileSync(FILE, 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  const text = verb === 'release' ? release(changelog, version, day) : notesOf(changelog, version)
  if (text === null) {
    console.error(`CHANGELOG.md has nothing to say of ${verb === 'release' ? 'a new version' : version}.`)
    return 1
  }
  if (verb === 'release') writeFileSync(FILE, text)
  else console.log(text)
  return 0
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
