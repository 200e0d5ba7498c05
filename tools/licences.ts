import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What the portal may be made of: licences that let it be run and changed, and ask for no more than to be named. */
export const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // A library of its own beside the program, which stays as it is: sharp's libvips.
  'LGPL-3.0-or-later',
  'MIT',
  // Files that stay under it, beside ours.
  'MPL-2.0',
  // Fonts.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Licences that their package.json does not say, but a file in the package does. */
const UNSAID: Readonly<Record<string, string>> = { callsite: 'MIT' }

/** What is installed where the portal runs, each package once, by name. */
export function readLicences(root = ROOT): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  const found = Object.entries(packages).flatMap(([path, { version, license, dev, link }]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (name === undefined || version === undefined || dev || link) return []
    return [{ name, version, licence: license ?? UNSAID[name] ?? 'unknown' }]
  })
  const once = new Map(found.map((each) => [`${each.name} ${each.version}`, each]))
  return [...once.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

/** One of several that are offered with OR is enough; of those joined by AND every one counts. */
export function isAllowed(licence: string): boolean {
  const alternatives = licence.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((each) => each.split(' AND ').every((name) => ALLOWED.has(name)))
}

/** The text of docs/licences.md. */
export function sayLicences(packages: readonly Package[]): string {
  const byLicence = Object.entries(Object.groupBy(packages, ({ licence }) => licence)).sort()
  const sections = byLicence.map(([licence, some = []]) => {
    const names = some.map(({ name, version }) => `${name} ${version}`)
    return `## ${licence}\n\n${names.map((name) => `- ${name}\n`).join('')}`
  })
  return `# Licences\n\nWhat a running portal consists of, by licence. Written by \`npm run licences\`.\n\n${sections.join('\n')}`
}

interface Entry {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

export interface Package {
  name: string
  version: string
  licence: string
}

if (import.meta.main) writeFileSync(join(ROOT, 'docs/licences.md'), sayLicences(readLicences()))
