import type { Outcome } from './mutant-runner.ts'
import type { Mutant } from './mutants.ts'

/**
 * Runs on each mutant one file of tests after the other until one fails. Many mutants that wait for the same file share a run.
 * @param filesFor what may notice a mutant, the likeliest first, @param run how one file ends on each of several mutants.
 */
export async function hunt(
  mutants: readonly Mutant[],
  filesFor: (mutant: Mutant) => readonly string[],
  run: (file: string, mutants: Mutant[]) => Promise<Outcome[]>,
  tell: (verdict: Verdict) => void = () => undefined,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const conclude = (verdict: Verdict) => {
    verdicts.push(verdict)
    tell(verdict)
  }
  let alive = mutants.map((mutant) => ({ mutant, files: filesFor(mutant) }))
  while (alive.length > 0) {
    for (const { mutant } of alive.filter(({ files }) => files.length === 0))
      conclude({ name: mutant.name, is: 'survived' })
    alive = alive.filter(({ files }) => files.length > 0)
    const file = mostWanted(alive)
    if (file === undefined) break
    const batch = alive.filter(({ files }) => files[0] === file).slice(0, AT_ONCE)
    const outcomes = await run(
      file,
      batch.map(({ mutant }) => mutant),
    )
    for (const [n, waiting] of batch.entries()) {
      const { name } = waiting.mutant
      if (outcomes[n] === 'none') conclude({ name, is: 'none' })
      if (outcomes[n] === 'failed') conclude({ name, is: 'killed', by: file })
      waiting.files = waiting.files.slice(1)
    }
    alive = alive.filter(
      (waiting) => !batch.includes(waiting) || outcomes[batch.indexOf(waiting)] === 'passed',
    )
  }
  return verdicts
}

/** Equivalents by their names, and names that no mutant has (any more). */
export function sortOut(mutants: readonly Mutant[], equivalents: Record<string, string>) {
  const names = new Set(mutants.map(({ name }) => name))
  return {
    real: mutants.filter(({ name }) => !Object.hasOwn(equivalents, name)),
    unknown: Object.keys(equivalents).filter((name) => !names.has(name)),
  }
}

/** So that whoever waits sees how it goes. */
const AT_ONCE = 40

function mostWanted(alive: readonly { files: readonly string[] }[]): string | undefined {
  const wanted = new Map<string, number>()
  for (const { files } of alive) wanted.set(files[0] ?? '', (wanted.get(files[0] ?? '') ?? 0) + 1)
  return [...wanted].sort(([, a], [, b]) => b - a)[0]?.[0]
}

export type Verdict = { name: string } & ({ is: 'killed'; by: string } | { is: 'survived' } | { is: 'none' })
