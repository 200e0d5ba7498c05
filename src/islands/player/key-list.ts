/** Every key that does something, by what it does: as `KeyboardEvent.key` names it. tests/unit/playback.test.ts holds it to `commandFor`. */
export const VIDEO_KEYS: readonly KeyLine[] = [
  { does: 'Play or pause', keys: [' ', 'k'] },
  { does: 'Five seconds back or on', keys: ['ArrowLeft', 'ArrowRight'] },
  { does: 'Ten seconds back or on', keys: ['j', 'l'] },
  { does: 'Captions', keys: ['c'] },
  { does: 'Full screen', keys: ['f'] },
  { does: 'Write a note', keys: ['n'] },
  { does: 'Previous or next video', keys: ['P', 'N'], with: 'Shift' },
  { does: 'This list', keys: ['?'] },
]

export interface KeyLine {
  does: string
  /** One of them does it; of two that differ in direction, the first goes back. */
  keys: readonly string[]
  /** Held down with it. */
  with?: string
}
