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

/** Nobody who uses this browser next sees what was watched. */
export function forgetProgress(): void {
  for (const key of keysOf(PREFIX)) localStorage.removeItem(key)
}
