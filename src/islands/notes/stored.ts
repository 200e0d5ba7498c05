import { memberKey } from '../session.ts'

/** Which members have notes in this browser, by their marks: what shows and tells them is fetched only then. */
const PREFIX = 'notes/'

export function hasNotes(email: string): boolean {
  return marks().includes(memberKey(email))
}

/** Whether anybody's notes are in this browser. */
export function hasAnyNotes(): boolean {
  return marks().length > 0
}

export function rememberNotes(email: string): void {
  try {
    localStorage.setItem(PREFIX + memberKey(email), '')
  } catch {
    // Storage is switched off: they come when they are asked for.
  }
}

/** Leaves only what is remembered of these. */
export function forgetAllBut(stay: ReadonlySet<string>): void {
  for (const mark of marks()) if (!stay.has(mark)) localStorage.removeItem(PREFIX + mark)
}

function marks(): string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    return names.map((name) => name.slice(PREFIX.length))
  } catch {
    return []
  }
}
