import { commonOptions } from './options.ts'
import type { Options, Verb } from './verb.ts'

const CALL = 'npm run admin --'

/** What there is. */
export function helpForAll(verbs: readonly Verb[]): string {
  const list = verbs.map(({ name, takes, summary }) => [`${name} ${takes}`.trim(), summary] as const)
  return `Usage: ${CALL} VERB [options]

${align(list)}

VERB --help tells more. The database is DATABASE_URL, else that of the portal running on this machine.
Exit status: 0 done, 1 failed and nothing changed, 2 wrong arguments.`
}

/** How to call one verb. */
export function helpFor({ name, takes, about, options }: Verb): string {
  const list = Object.entries<Options[string]>({ ...options, ...commonOptions }).map(
    ([option, { value, about }]) => [`--${option}${value ? ` ${value}` : ''}`, about] as const,
  )
  return `Usage: ${[CALL, name, takes, '[options]'].filter(Boolean).join(' ')}

${about}

${align(list)}`
}

function align(list: (readonly [string, string])[]): string {
  const width = Math.max(...list.map(([left]) => left.length))
  return list.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join('\n')
}
