import { readStored, writeStored } from './stored.ts'

const OWN_TIME = 'lanai:calendar-time'

/** Whether calendars show the member's own time. */
export function isOwnTime(): boolean {
  return readStored(OWN_TIME) === true
}

/** In every tab. The browser dispatches this event to other tabs only. */
export function chooseOwnTime(isOwn: boolean): void {
  writeStored(OWN_TIME, isOwn)
  dispatchEvent(new Event('storage'))
}

export function followOwnTime(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}
