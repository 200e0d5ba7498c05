import { readStored, writeStored } from './storage.ts'

const OWN_TIME = 'lanai:calendar-time'

/** Whether calendars show the member's own time. */
export function usesOwnTimeZone(): boolean {
  return readStored(OWN_TIME) === true
}

/** In every tab. The browser dispatches this event to other tabs only. */
export function chooseTimeZone(isOwn: boolean): void {
  writeStored(OWN_TIME, isOwn)
  dispatchEvent(new Event('storage'))
}

export function subscribeToTimeZone(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}
