import { memberKey } from './session.ts'
import { readStored, removeStored, writeStored } from './stored.ts'

const PREFIX = 'palette/'
const MOST = 16

/** What a member opened in this browser, the latest first: the palette's keys, of a visited page as far as its path. */
export function readRecent(email: string): string[] {
  return (readStored(PREFIX + memberKey(email)) as string[] | null) ?? []
}

export function keepRecent(email: string, choice: string): void {
  const others = readRecent(email).filter((key) => key !== choice)
  writeStored(PREFIX + memberKey(email), [choice, ...others].slice(0, MOST))
}

/** Removes every member's choices from this browser. */
export function forgetRecent(): void {
  removeStored(PREFIX)
}
