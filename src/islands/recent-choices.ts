import { readStored, removeStored, writeStored } from './stored.ts'

const PREFIX = 'palette/'
const MOST = 16

/** What a member opened in this browser, the latest first: the palette's keys, of a visited page as far as its path. */
export function readRecent(memberId: string): string[] {
  return (readStored(PREFIX + memberId) as string[] | null) ?? []
}

export function keepRecent(memberId: string, choice: string): void {
  const others = readRecent(memberId).filter((key) => key !== choice)
  writeStored(PREFIX + memberId, [choice, ...others].slice(0, MOST))
}

/** Removes every member's choices from this browser. */
export function forgetRecent(): void {
  removeStored(PREFIX)
}
