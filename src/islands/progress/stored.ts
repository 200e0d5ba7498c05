import { VISIT_KEY } from '../news/stored-visit.ts'

/** Where this browser keeps what it knows about members and videos. Signing out removes everybody's. */
export const PREFIX = 'progress/'

export function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Whether anybody's progress is in this browser. */
export function hasProgress(): boolean {
  return keysOf(PREFIX).length > 0
}

/** Nobody who uses this browser next sees what was watched, or when somebody was here. */
export function forgetProgress(): void {
  for (const key of [...keysOf(PREFIX), ...keysOf(VISIT_KEY)]) localStorage.removeItem(key)
}
