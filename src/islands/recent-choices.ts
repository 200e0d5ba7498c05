import { memberKey } from './session.ts'

/** Where this browser keeps what members chose in the palette, each under a mark of their own. */
const PREFIX = 'palette/'

const MOST = 8

/** What a member chose last, the latest first. */
export function readRecent(email: string): RecentChoice[] {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + memberKey(email)) ?? '[]') as RecentChoice[]).slice(
      0,
      MOST,
    )
  } catch {
    return []
  }
}

export function keepRecent(email: string, choice: RecentChoice): void {
  const others = readRecent(email).filter(({ key }) => key !== choice.key)
  try {
    localStorage.setItem(PREFIX + memberKey(email), JSON.stringify([choice, ...others].slice(0, MOST)))
  } catch {
    // Storage is switched off: nothing is recent.
  }
}

/** Everybody's: nobody who uses this browser next sees what was looked for. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX)))
      localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
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
