import { parseArgs } from 'node:util'

/** Parses the arguments of a command, with `--json` and `--help`. Returns 2 for wrong arguments. */
export async function runCommand(
  { help, options = [], takesWords = false, work }: Command,
  args: string[],
  { out, err }: Streams,
): Promise<Status> {
  const refuse = (wrong: string): Status => {
    err(`${wrong}\n\n${help}`)
    return 2
  }
  const text = Object.fromEntries(options.map((name) => [name, { type: 'string' as const }]))
  const config = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let given
  try {
    given = parseArgs({ args, options: { ...text, ...config }, allowPositionals: takesWords })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
  const { help: isLost, json = false, ...values } = given.values
  if (isLost) {
    out(help)
    return 0
  }
  const ended = await work({ json, values, words: given.positionals })
  return typeof ended === 'object' ? refuse(ended.wrong) : ended
}

export type Status = 0 | 1 | 2

interface Command {
  help: string
  /** Names of options that take a value. */
  options?: readonly string[]
  takesWords?: boolean
  /** Returns the exit status, or an error about the arguments. */
  work: (given: Given) => Promise<Status | { wrong: string }>
}

interface Given {
  json: boolean
  values: Readonly<Record<string, string | undefined>>
  words: readonly string[]
}

export interface Streams {
  out: (text: string) => void
  err: (text: string) => void
}
