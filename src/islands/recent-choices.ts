import { memberKey } from './session.ts'
import { readStored, removeStored, writeStored } from './stored.ts'

const PREFIX = 'palette/'
const MOST = 8

/** The keys of what a member chose in the palette of this browser, the latest first. */
export function readRecent(email: string): string[] {
  return (readStored(PREFIX + memberKey(email)) as string[] | null) ?? []
}

export function keepRecent(email: string, choice: string): void {
  const others = readRecent(email).filter((key) => key !== choice)
  writeStored(PREFIX + memberKey(email), [choice, ...others].slice(0, MOST))
}

/** Every member's: the next person at this browser does not see what was looked for. */
export function forgetRecent(): void {
  removeStored(PREFIX)
}
