/** The keys of the player, as `KeyboardEvent.key` names them. tests/unit/playback.test.ts compares it with `commandFor`. */
export const VIDEO_KEYS: readonly KeyLine[] = [
  { does: 'Play or pause', keys: [' ', 'k'] },
  { does: 'Back or forward 5 seconds', keys: ['ArrowLeft', 'ArrowRight'] },
  { does: 'Back or forward 10 seconds', keys: ['j', 'l'] },
  { does: 'Captions', keys: ['c'] },
  { does: 'Full screen', keys: ['f'] },
  { does: 'Write a note', keys: ['n'] },
  { does: 'Previous or next video', keys: ['P', 'N'], with: 'Shift' },
]

export interface KeyLine {
  does: string
  /** One of them does it; of two that differ in direction, the first goes back. */
  keys: readonly string[]
  /** Held down with it. */
  with?: string
}
