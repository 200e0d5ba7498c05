/**
 * Moments, most of them at equal distances, as a page carries them: the first of each run, the distance to the next, how
 * many. In whole minutes since 1970. A week's meeting of years is three numbers.
 */
export type Runs = readonly number[]

export function packRuns(moments: readonly number[]): Runs {
  const runs: number[] = []
  let at = 0
  while (at < moments.length) {
    const [first = 0, second] = moments.slice(at, at + 2)
    const step = second === undefined ? 0 : second - first
    let count = 1
    while (moments[at + count] === first + count * step && step > 0) count += 1
    runs.push(first, step, count)
    at += count
  }
  return runs
}

export function* momentsOf(runs: Runs): Generator<number> {
  for (let at = 0; at < runs.length; at += 3) {
    const [first = 0, step = 0, count = 0] = runs.slice(at, at + 3)
    for (let index = 0; index < count; index += 1) yield first + index * step
  }
}
