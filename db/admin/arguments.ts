import { parseArgs } from 'node:util'
import { describeError } from '../describe-error.ts'
import { defaultActor } from './actor.ts'
import { helpFor } from './help.ts'
import { commonOptions } from './options.ts'
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

/** @throws UsageError when there are words that the verb has no use for. */
export function refuseWords(verb: string, input: Input): void {
  if (input.words.length > 0) throw new UsageError(seeHelp(verb, `${verb} takes no addresses.`))
}

/** A complaint, and where to read on. */
export function seeHelp(verb: string, complaint: string): string {
  return `${complaint}\nUsage: npm run admin -- ${verb} --help`
}

function parse(verb: Verb, args: string[]) {
  const known = Object.entries<Options[string]>({ ...verb.options, ...commonOptions })
  const options = Object.fromEntries(
    known.map(([name, { value }]) => [name, { type: value ? ('string' as const) : ('boolean' as const) }]),
  )
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${describeError(error)}\n\n${helpFor(verb)}`)
  }
}

function formatOf(values: Record<string, unknown>): Format {
  if (values.json === true && values.csv === true) throw new UsageError('Either --json or --csv, not both.')
  if (values.json === true) return 'json'
  return values.csv === true ? 'csv' : 'text'
}
