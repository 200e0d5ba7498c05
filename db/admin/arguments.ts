import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { loginOf } from '../database-url.ts'
import { describeError } from '../describe-error.ts'
import { nearest } from '#src/shared/nearest.ts'
import { helpFor } from './help.ts'
import { commonOptions } from './options.ts'
import { readRoster } from './roster-file.ts'
import { UsageError, type Format, type Input, type Options, type Verb } from './verb.ts'

/** @throws UsageError with the verb's help when it does not know an argument. */
export function readArguments(verb: Verb, args: string[], env: NodeJS.ProcessEnv): Arguments {
  const { values, positionals } = parse(verb, args)
  const input: Input = {
    words: positionals,
    value: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    has: (name) => values[name] === true,
    actor: typeof values.actor === 'string' ? values.actor : defaultActor(env),
    format: formatOf(values),
  }
  if (verb.takes === '' && !input.has('help')) refuseWords(verb.name, input)
  return { input, isDryRun: input.has('dry-run') }
}

export interface Arguments {
  input: Input
  isDryRun: boolean
}

/** A whole number of at least 1. @throws UsageError */
export function readCount(input: Input, name: string, otherwise: number): number {
  const given = input.value(name)
  if (given === undefined) return otherwise
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw new UsageError(`--${name} takes a whole number of at least 1, not "${given}".`)
}

/** Whether anybody was named. */
export function isAbout(input: Input): boolean {
  return input.words.length > 0 || input.value('file') !== undefined
}

/** The addresses $1 of a statement, or where $2 is true those of them that members have. */
export const namedSql = 'case when $2::boolean then known_addresses($1) else $1 end'

/**
 * Everybody that was named: as arguments, in the file of --file, on standard input for a `-`. In files addresses stand
 * apart by spaces, commas, semicolons or lines; a line that starts with # is a remark. A file in which something else stands
 * beside addresses is a CSV file with names.
 * @throws UsageError when nobody was named, or a line of a CSV file holds no address.
 */
export function readAddresses(verb: string, input: Input): string[] {
  const path = input.value('file')
  const addresses = [
    ...input.words.flatMap((word) => (word === '-' ? split(readInput(word)) : [word])),
    ...(path === undefined ? [] : split(readFileSync(path))),
  ]
  if (addresses.length > 0) return addresses
  throw new UsageError(seeHelp(verb, 'Say whose: at least one e-mail address.'))
}

/** The only address there is. @throws UsageError */
export function readAddress(verb: string, { words }: Input): string {
  const [address] = words
  if (address !== undefined && words.length === 1) return address
  throw new UsageError(seeHelp(verb, 'Say whose: one e-mail address.'))
}

/** A file, or for `-` standard input. */
export function readInput(path: string): Buffer {
  return readFileSync(path === '-' ? STANDARD_INPUT : path)
}

/** @throws UsageError when there are words that the verb has no use for. */
export function refuseWords(verb: string, input: Input): void {
  if (input.words.length > 0) throw new UsageError(seeHelp(verb, `${verb} takes no addresses.`))
}

/** A complaint, and where to read on. */
export function seeHelp(verb: string, complaint: string): string {
  return `${complaint}\nUsage: npm run admin -- ${verb} --help`
}

const STANDARD_INPUT = 0

function parse(verb: Verb, args: string[]) {
  const known = Object.entries<Options[string]>({ ...verb.options, ...commonOptions })
  const options = Object.fromEntries(
    known.map(([name, { value }]) => [name, { type: value ? ('string' as const) : ('boolean' as const) }]),
  )
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    const meant = nearestOption(args, Object.keys(options))
    throw new UsageError(`${describeError(error)}${meant}\n\n${helpFor(verb)}`)
  }
}

/** Which option an unknown one was most likely meant to be, as a sentence. */
function nearestOption(args: string[], known: string[]): string {
  const typed = args.map((arg) => /^--([^=]+)/.exec(arg)?.[1]).find((name) => name && !known.includes(name))
  const meant = typed && nearest(typed, known)
  return meant ? `\nDid you mean --${meant}?` : ''
}

function formatOf(values: Record<string, unknown>): Format {
  if (values.json === true && values.csv === true) throw new UsageError('Either --json or --csv, not both.')
  if (values.json === true) return 'json'
  return values.csv === true ? 'csv' : 'text'
}

/**
 * Who is remembered as having done it, where nobody is named: the user of this machine, and the login with which they
 * reach a database that they named.
 */
function defaultActor(env: NodeJS.ProcessEnv): string {
  const login = loginOf(env.DATABASE_URL)
  return login ? `admin cli (${systemUser()} as ${login})` : `admin cli (${systemUser()})`
}

/** A container may run as a number that has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown user'
  }
}

function split(file: Buffer): string[] {
  const lines = file
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => !line.startsWith('#'))
  const words = lines.flatMap((line) => line.split(/[\s,;]+/).filter(Boolean))
  return words.every((word) => word.includes('@')) ? words : addressesOf(lines)
}

function addressesOf(lines: string[]): string[] {
  return readRoster(Buffer.from(lines.join('\n'))).map(({ line, email, problem }) => {
    if (email && !problem) return email
    throw new UsageError(
      `Line ${line} of the list: ${problem ?? 'there is no e-mail address'}. Nothing was changed.`,
    )
  })
}
