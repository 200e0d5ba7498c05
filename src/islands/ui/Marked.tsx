import { foldText } from '#src/shared/playlist/fragment.ts'

/**
 * The text with what was found marked. A found word may be written with accents that were not asked for.
 *
 * @param terms as an index holds them.
 */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  // Found words stand between what is not found: a text for every word would be a thousand of them for each key.
  const runs = ['']
  for (const [at, part] of text.split(WORD).entries()) {
    if (at % 2 === 1 && terms.includes(foldText(part))) runs.push(part, '')
    else runs.push(`${runs.pop() ?? ''}${part}`)
  }
  return runs.map((run, at) =>
    at % 2 === 0 ? (
      run
    ) : (
      <mark key={at} className="rounded-[3px] bg-hibiscus/18 text-ink">
        {run}
      </mark>
    ),
  )
}

const WORD = /([\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+)/u
