import type { Migration } from '../../db/migration-files.ts'

/** What a migration changes that code from before it may not survive, after these earlier migrations. */
export function nonAdditiveChanges(
  { sql }: Pick<Migration, 'sql'>,
  earlier: readonly Pick<Migration, 'sql'>[],
): string[] {
  const past = earlier.flatMap(statementsOf)
  const old = new Set(
    past.flatMap(
      ({ words }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(words)?.[1] ?? [],
    ),
  )
  return statementsOf({ sql }).flatMap((statement) => [
    ...ANYWHERE.filter(([pattern]) => pattern.test(statement.words)).map(([, what]) => what),
    ...ON_OLD_TABLES.flatMap(([pattern, what]) =>
      [...statement.words.matchAll(pattern)].some(([, table]) => old.has(table ?? '')) ? what : [],
    ),
    ...(addsCheck(statement, old) && !isWidened(statement, past) ? ['add check'] : []),
    ...(hasOtherParameters(statement, past) ? ['other parameters'] : []),
  ])
}

const ANYWHERE: readonly [RegExp, string][] = [
  [/\bdrop (?:table|column|function|view|index|default|type)\b/, 'drop'],
  [/\brename\b/, 'rename'],
  [/\balter (?:column )?\w+ (?:set data )?type\b/, 'alter type'],
  [/\bset not null\b/, 'set not null'],
  [/\badd column (?:(?!default)[^,])*\bnot null\b(?:(?!default)[^,])*(?:,|$)/, 'add not null'],
  // No role has its rights from PUBLIC.
  [/\brevoke (?!.* from public\b)/, 'revoke'],
]

/** The first group is the table. New tables are no older code's. */
const ON_OLD_TABLES: readonly [RegExp, string][] = [
  [/\bdelete from (?:only )?(\w+)/g, 'delete'],
  [/(?<!\b(?:do|for|or|before|after) )\bupdate (?:only )?(\w+)/g, 'update'],
  [/\binsert into (\w+).*\bdo update\b/g, 'update'],
  [/\btruncate (?:table )?(?:only )?(\w+)/g, 'delete'],
  [/\bmerge into (?:only )?(\w+)/g, 'update'],
  [
    /^alter table (?:if exists )?(?:only )?(\w+).*\badd (?:constraint \w+ )?(?:unique|primary key|foreign key|exclude)\b/g,
    'add constraint',
  ],
  [/^alter table (?:if exists )?(?:only )?(\w+).*\b(?:enable|force) row level security\b/g, 'add policy'],
  [/^create unique index .*?\bon (?:only )?(\w+)/g, 'add unique index'],
  [/^create (?:or replace )?(?:constraint )?trigger .*?\bon (\w+)/g, 'add trigger'],
  [/^create (?:or replace )?rule .*?\bto (\w+)/g, 'add rule'],
]

interface Statement {
  /** In lower case, without comments, bodies of functions and contents of strings. */
  words: string
  /** The same with its strings. */
  text: string
}

function statementsOf({ sql }: Pick<Migration, 'sql'>): Statement[] {
  return sql
    .replace(/\bdo (\$\w*\$)(.*?)\1/gis, '$2')
    .replace(/--[^\n]*|(\$\w*\$).*?\1|'(?:[^']|'')*'/gs, (part) =>
      part.startsWith("'") ? part.replaceAll(';', ',') : ' ',
    )
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((text) => !text.startsWith('comment on'))
    .map((text) => ({ text, words: text.replace(STRINGS, "''") }))
}

const STRINGS = /'(?:[^']|'')*'/g

function addsCheck({ words }: Statement, old: Set<string>): boolean {
  const [, table = ''] =
    /^alter table (?:if exists )?(?:only )?(\w+).*\badd (?:constraint \w+ )?check\b/.exec(words) ?? []
  return old.has(table)
}

/** Whether its checks had the same form before, and allow every word that they allowed then. */
function isWidened({ text }: Statement, past: Statement[]): boolean {
  return checksIn(text).every(([name, check]) => {
    const before = past
      .flatMap((statement) => checksIn(statement.text))
      .findLast(([other]) => other === name)?.[1]
    const words = (of: string) => (of.match(STRINGS) ?? []).flatMap((string) => string.match(/[\w-]+/g) ?? [])
    return (
      before?.replace(STRINGS, '').replace(/[\s,]/g, '') ===
        check.replace(STRINGS, '').replace(/[\s,]/g, '') &&
      words(before).every((word) => words(check).includes(word))
    )
  })
}

function checksIn(text: string): [name: string, check: string][] {
  return [...text.matchAll(/\badd check\b|\bconstraint (\w+) check\b/g)].map(
    ({ 0: found, 1: name = '', index }) => [name, inParentheses(text.slice(index + found.length))],
  )
}

/** A function of a known name with other parameters is a second one, which may get the calls of the first. */
function hasOtherParameters(statement: Statement, past: Statement[]): boolean {
  const made = functionIn(statement)
  const before = past.flatMap((each) => functionIn(each) ?? []).filter(({ name }) => name === made?.name)
  return before.length > 0 && before.every(({ types }) => types !== made?.types)
}

function functionIn({ words }: Statement) {
  const [head = '', name] = /^create (?:or replace )?function (\w+)/.exec(words) ?? []
  if (!name) return null
  const parameters = inParentheses(words.slice(head.length)).replace(/ (?:default|=) [^,]*/g, '')
  return { name, types: parameters.replace(/\s+/g, ' ').trim() }
}

/** The text in the first parentheses. */
function inParentheses(text: string): string {
  const begin = text.indexOf('(')
  let depth = 0
  for (let n = begin; n < text.length; n++) {
    if (text[n] === '(') depth++
    if (text[n] === ')' && --depth === 0) return text.slice(begin + 1, n)
  }
  return ''
}
