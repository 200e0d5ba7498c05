import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const SRC = join(import.meta.dirname, '../../src')

/** Every action there is, as `noun.verb`, read from where they are defined: none can be forgotten. */
export function everyAction(): string[] {
  return globSync('actions/*.ts', { cwd: SRC }).flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8')
    const noun = basename(file, '.ts')
    const names = [...source.matchAll(/^ {2}(\w+): (?:public|member)Action\('([\w.]+)'/gm)]
    const all = source.match(/\b(?:public|member)Action\('/g)?.length ?? 0
    const isAsNamed = names.every(([, name, endpoint]) => endpoint === `${noun}.${name}`)
    if (names.length !== all || !isAsNamed) {
      throw new Error(`${file} defines actions in a way that this list does not see.`)
    }
    return names.map(([, name]) => `${noun}.${name}`)
  })
}

/** Every route that is answered on demand, as its file below `src/pages`. */
export function everyOnDemandRoute(): string[] {
  return globSync('pages/**/*.{ts,astro}', { cwd: SRC })
    .filter((file) => readFileSync(join(SRC, file), 'utf8').includes('export const prerender = false'))
    .map((file) => file.replaceAll('\\', '/').replace('pages/', ''))
}
