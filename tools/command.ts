import { parseArgs } from 'node:util'

/** Parses the arguments of a command, with `--json` and `--help`. Returns 2 for wrong arguments. */
export async function runCommand(
  { help, options = [], allowPositionals = false, work }: Command,
  args: string[],
  { out, err }: Streams,
): Promise<Status> {
  const refuse = (usageError: string): Status => {
    err(`${usageError}\n\n${help}`)
    return 2
  }
  const text = Object.fromEntries(options.map((name) => [name, { type: 'string' as const }]))
  const config = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  let given
  try {
    given = parseArgs({ args, options: { ...text, ...config }, allowPositionals: allowPositionals })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
  const { help: wantsHelp, json = false, ...values } = given.values
  if (wantsHelp) {
    out(help)
    return 0
  }
  const ended = await work({ json, values, positionals: given.positionals })
  return typeof ended === 'object' ? refuse(ended.usageError) : ended
}

export type Status = 0 | 1 | 2

interface Command {
  help: string
  /** Names of options that take a value. */
  options?: readonly string[]
  allowPositionals?: boolean
  /** Returns the exit status, or an error about the arguments. */
  work: (given: Given) => Promise<Status | { usageError: string }>
}

interface Given {
  json: boolean
  values: Readonly<Record<string, string | undefined>>
  positionals: readonly string[]
}

export interface Streams {
  out: (text: string) => void
  err: (text: string) => void
}
