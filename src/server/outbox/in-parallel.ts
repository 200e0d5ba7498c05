/** Works through the items, so many of them at a time. Ends when all are done; the first that throws ends it early. */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const workThroughQueue = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, workThroughQueue))
}
