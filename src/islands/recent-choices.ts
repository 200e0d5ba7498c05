import { readStored, writeStored } from './stored.ts'

/** The prefix of every member's choices in local storage. */
export const RECENT = 'palette/'

const MOST = 16

/** What a member opened in this browser, the latest first: the palette's keys, of a visited page as far as its path. */
export function readRecent(memberId: string): string[] {
  return (readStored(RECENT + memberId) as string[] | null) ?? []
}

export function keepRecent(memberId: string, choice: string): void {
  const others = readRecent(memberId).filter((key) => key !== choice)
  writeStored(RECENT + memberId, [choice, ...others].slice(0, MOST))
}
