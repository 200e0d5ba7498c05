/** JSON in the browser's storage, which may be switched off or full. */

/** Begins the key of the new address that a member has not confirmed yet (account/EmailAddress.tsx). */
export const EMAIL_CHANGE = 'email-change/'

/** null when nothing readable is stored. */
export function readStored(key: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @param value null removes it. @returns whether it is stored. */
export function writeStored(key: string, value: unknown, area: Area = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeStored(prefix: string): void {
  for (const key of storedKeys(prefix)) localStorage.removeItem(key)
}

export function readAllStored(prefix: string): Map<string, unknown> {
  const entries = storedKeys(prefix).map((key) => [key.slice(prefix.length), readStored(key)] as const)
  return new Map(entries.filter(([, value]) => value !== null))
}

function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

type Area = 'localStorage' | 'sessionStorage'
