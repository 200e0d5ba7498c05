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

/** Of every action the form it takes, by its name in src/shared; null when it takes none. */
export function actionInputs(): Record<string, string | null> {
  return Object.fromEntries(
    everyAction().map((action) => {
      const [noun = ''] = action.split('.')
      const source = readFileSync(join(SRC, `actions/${noun}.ts`), 'utf8')
      const [, definition = ''] = source.split(`Action('${action}', {`)
      return [action, /^\s+body: json\((\w+)/m.exec(definition.split('handler')[0] ?? '')?.[1] ?? null]
    }),
  )
}

/** Every route that is answered on demand, as its file below `src/pages`. */
export function everyOnDemandRoute(): string[] {
  return globSync('pages/**/*.{ts,astro}', { cwd: SRC })
    .filter((file) => readFileSync(join(SRC, file), 'utf8').includes('export const prerender = false'))
    .map((file) => file.replaceAll('\\', '/').replace('pages/', ''))
}
