/**
 * Many look-ups in few questions: who asks while another question is under way is asked about together with all who come
 * in so short a time. A question begins after everybody in it has asked, so no answer is older than its asker.
 *
 * @param ask finds what there is for these keys; what it leaves out there is not. What it throws, all of them are told.
 */
export function inBatches<Found>(
  gatherMs: number,
  ask: (keys: string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | null> {
  let gathered: Batch<Found> | undefined
  let underWay = 0

  function gather(): Batch<Found> {
    return {
      keys: new Set(),
      answer: Promise.withResolvers(),
      // One that hangs holds up nobody else.
      timer: setTimeout(begin, gatherMs),
    }
  }

  function begin(): void {
    if (!gathered) return
    const { keys, answer, timer } = gathered
    gathered = undefined
    clearTimeout(timer)
    underWay += 1
    answer.resolve(ask([...keys]).finally(end))
  }

  function end(): void {
    underWay -= 1
    if (underWay === 0) begin()
  }

  return async (key) => {
    const batch = (gathered ??= gather())
    batch.keys.add(key)
    if (underWay === 0) begin()
    const found = await batch.answer.promise
    return found.get(key) ?? null
  }
}

interface Batch<Found> {
  keys: Set<string>
  answer: PromiseWithResolvers<ReadonlyMap<string, Found>>
  timer: ReturnType<typeof setTimeout>
}
