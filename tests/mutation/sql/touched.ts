import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { query } from '../../support/query.ts'
import type { Mutant } from './mutants.ts'
import { databaseAt, type MutantServer } from './mutant-server.ts'
import type { TestFiles } from './test-files.ts'

const RECORD = join(import.meta.dirname, 'touched.json')

/** Which functions each file of tests calls, and to which tables it writes, as last recorded. */
export function readTouched(): Touched {
  return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Touched) : {}
}

/** Runs every file and writes down what it touches. A file that touches nothing is not kept, nor one that fails. */
export async function recordTouched(server: MutantServer, files: TestFiles): Promise<Touched> {
  const owner = { databaseUrl: server.url }
  await query(owner, `alter system set track_functions = 'all'`)
  await query(owner, 'select pg_reload_conf()')
  const touched: Touched = {}
  for (const path of files.paths) {
    const begun = performance.now()
    const [outcome] = await files.run(path, [{ statement: COUNT_EVERY_CALL }])
    const ms = Math.round(performance.now() - begun)
    const [functions, tables] = await readStatistics(server)
    console.error(
      `${path}: ${ms} ms, ${functions.length} functions${outcome === 'passed' ? '' : ', failed: left out'}`,
    )
    if (outcome === 'passed' && functions.length > 0) touched[path] = { ms, functions, tables }
  }
  writeFileSync(RECORD, `${JSON.stringify(touched, null, 2)}\n`)
  return touched
}

/**
 * The files that may notice a mutant, the likeliest first: those that name what it changes, or import what does, then those that
 * call the fewest functions besides. All where nothing is known of it.
 */
export function filesFor(
  { kind, name, touches }: Mutant,
  touched: Touched,
  sourceOf: (path: string) => string,
): string[] {
  if (kind === 'right') return [PRIVILEGES]
  const concerns = ({ functions, tables }: TouchedFile) =>
    touches.some((one) => functions.includes(one) || tables.includes(one))
  const isKnown = Object.values(touched).some(concerns)
  const word = new RegExp(`\\b(?:${touches.join('|')})\\b`)
  const distance = (path: string) => (word.test(sourceOf(path)) ? 0 : 1)
  const sorted = Object.entries(touched)
    .filter(([, file]) => !isKnown || concerns(file))
    .map(([path, { ms, functions }]) => ({
      path,
      weight: distance(path) * 100_000 + functions.length * 1000 + ms,
    }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ path }) => path)
  return /SECURITY DEFINER|SET search_path/.test(name) ? [...new Set([PRIVILEGES, ...sorted])] : sorted
}

/** What a file of tests says, and what those files say that it imports from the product and from tests/support. */
export function readSource(root: string): (path: string) => string {
  const known = new Map<string, string>()
  return (path) => {
    const source = known.get(path) ?? sourceOf(root, path)
    known.set(path, source)
    return source
  }
}

function sourceOf(root: string, path: string): string {
  const own = readFileSync(join(root, path), 'utf8')
  const imported = [...own.matchAll(/from '(#src|\.\.?)(\/[^']+)'/g)].map(([, from = '', rest = '']) =>
    from === '#src' ? join(root, 'src', rest) : join(root, dirname(path), from + rest),
  )
  const files = imported.filter((file) => existsSync(file))
  return [own, ...files.map((file) => readFileSync(file, 'utf8'))].join('\n')
}

const PRIVILEGES = 'tests/contract/privileges.test.ts'

/** Statistics of the databases that the tests left, which are removed. */
async function readStatistics({ url }: MutantServer): Promise<[functions: string[], tables: string[]]> {
  const functions = new Set<string>()
  const tables = new Set<string>()
  const left = await query<{ name: string }>(
    { databaseUrl: url },
    `select datname as name from pg_database where datname like 'test\\_%'`,
  )
  for (const { name } of left) {
    const used = await query<{ kind: string; what: string }>({ databaseUrl: databaseAt(url, name) }, USED)
    for (const { kind, what } of used) (kind === 'function' ? functions : tables).add(what)
    await query({ databaseUrl: url }, `drop database ${name} with (force)`)
  }
  return [[...functions].sort(), [...tables].sort()]
}

/** A function with a setting of its own is never merged into the statement that calls it, and so is counted. */
const COUNT_EVERY_CALL = `
  do $$
  declare
    f regprocedure;
  begin
    for f in select oid from pg_proc where pronamespace = 'public'::regnamespace loop
      execute format('alter function %s set lanai.counted = %L', f, 'yes');
    end loop;
  end
  $$`

const USED = `
  select 'function' as kind, funcname as what from pg_stat_user_functions where schemaname = 'public'
  union
  select 'table', relname from pg_stat_user_tables
  where schemaname = 'public' and relname <> 'schema_migrations' and n_tup_ins + n_tup_upd + n_tup_del > 0`

export type Touched = Record<string, TouchedFile>

interface TouchedFile {
  ms: number
  functions: string[]
  tables: string[]
}
