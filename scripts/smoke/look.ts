/** What a site that works does. Whatever it does instead is a reason not to let people in. */
export interface Look {
  what: string
  /** null when it is as it should be; else what was seen. @throws Skipped when it cannot be tried. */
  problem: () => Promise<string | null>
  cure: string
}

export interface Row {
  state: 'ok' | 'FAIL' | 'todo'
  what: string
  /** '' when there is nothing to say. */
  found: string
  /** '' when there is nothing to do. */
  cure: string
}

/** It cannot be tried, and nothing is wrong with the site because of that. */
export class Skipped extends Error {
  override name = 'Skipped'
}

export async function take({ what, problem, cure }: Look): Promise<Row> {
  try {
    const found = await problem()
    return found === null ? { state: 'ok', what, found: '', cure: '' } : { state: 'FAIL', what, found, cure }
  } catch (error) {
    if (error instanceof Skipped) return { state: 'todo', what, found: error.message, cure: '' }
    return { state: 'FAIL', what, found: `no answer (${reasonOf(error)})`, cure }
  }
}

export function toLine({ state, what, found, cure }: Row): string {
  const seen = found && `: ${found}`
  return `${state.padEnd(4)}  ${what}${seen}${cure && `. What to do: ${cure}`}`
}

/** Of an aggregate, such as a host with several addresses, the first. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
