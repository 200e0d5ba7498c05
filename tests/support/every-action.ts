import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const SRC = join(import.meta.dirname, '../../src')

/** Every action there is, as `noun.verb`, read from where they are defined: none can be forgotten. */
export function everyAction(): string[] {
  return globSync('actions/*.ts', { cwd: SRC }).flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8')
    const names = [...source.matchAll(/^ {2}(\w+): defineAction\(/gm)].map(([, name]) => name ?? '')
    const all = source.match(/defineAction\(/g)?.length ?? 0
    if (names.length !== all) throw new Error(`${file} defines actions in a way that this list does not see.`)
    return names.map((name) => `${basename(file, '.ts')}.${name}`)
  })
}

/** Of every action what it says its input is, as a name of src/shared/forms.ts or another; null when it takes none. */
export function actionInputs(): Record<string, string | null> {
  return Object.fromEntries(
    everyAction().map((action) => {
      const [noun = '', verb = ''] = action.split('.')
      const source = readFileSync(join(SRC, `actions/${noun}.ts`), 'utf8')
      const [definition = ''] =
        source.split(`  ${verb}: defineAction(`)[1]?.split(/^ {2}\w+: defineAction\(/m) ?? []
      return [action, /^ {4}input: (\w+)/m.exec(definition)?.[1] ?? null]
    }),
  )
}

/** Every route that is answered on demand, as its file below `src/pages`. */
export function everyOnDemandRoute(): string[] {
  return globSync('pages/**/*.{ts,astro}', { cwd: SRC })
    .filter((file) => readFileSync(join(SRC, file), 'utf8').includes('export const prerender = false'))
    .map((file) => file.replaceAll('\\', '/').replace('pages/', ''))
}
