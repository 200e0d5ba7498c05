import { memberKey } from './session.ts'
import { readStored, removeStored, writeStored } from './stored.ts'

/** What members chose in the palette, in this browser. */
const PREFIX = 'palette/'
const MOST = 8

/** What a member chose last, the latest first. */
export function readRecent(email: string): RecentChoice[] {
  return (readStored(PREFIX + memberKey(email)) as RecentChoice[] | null) ?? []
}

export function keepRecent(email: string, choice: RecentChoice): void {
  const others = readRecent(email).filter(({ key }) => key !== choice.key)
  writeStored(PREFIX + memberKey(email), [choice, ...others].slice(0, MOST))
}

/** Every member's: the next person at this browser does not see what was looked for. */
export function forgetRecent(): void {
  removeStored(PREFIX)
}

/** As much of it as is shown when it is offered again. */
export interface RecentChoice {
  key: string
  group: string
  title: string
  context: string
  seconds: number | null
  href: string
}
