/**
 * Those who wait, each in the line of whoever they belong to. The lines are served in turn, so that the length of one
 * is the trouble of those in it and of nobody else.
 */
export class WaitingLine<T> {
  /** The one whose turn is next comes first. None is empty. */
  readonly #lines = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(whose: string, item: T): void {
    const line = this.#lines.get(whose)
    if (line) line.push(item)
    else this.#lines.set(whose, [item])
    this.#size += 1
  }

  /** Takes the first of the line whose turn it is; that line is the last now. */
  takeNext(): T | undefined {
    for (const [whose, line] of this.#lines) {
      this.#lines.delete(whose)
      const item = line.shift()
      if (line.length > 0) this.#lines.set(whose, line)
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** Takes the last of the longest line, if that one stays at least as long as this one grows by one more. */
  takeInFavourOf(whose: string): T | undefined {
    const own = this.#lines.get(whose)?.length ?? 0
    let [longest, length] = ['', own + 1]
    for (const [other, line] of this.#lines) {
      if (line.length > length) [longest, length] = [other, line.length]
    }
    const line = this.#lines.get(longest)
    if (!line || length === own + 1) return undefined
    this.#size -= 1
    return line.pop()
  }

  remove(whose: string, item: T): void {
    const line = this.#lines.get(whose) ?? []
    const index = line.indexOf(item)
    if (index < 0) return
    line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(whose)
    this.#size -= 1
  }
}
