/**
 * YouTube's shortcuts, by `KeyboardEvent.key`. They work while the focus is in the video's article: single letters that
 * worked everywhere would get in the way of speech input (WCAG 2.1.4).
 */
export const VIDEO_KEYS: readonly VideoKeyLine[] = [
  { does: 'Play or pause', keys: [' ', 'k'], command: 'toggle' },
  { does: 'Back or forward 5 seconds', keys: ['ArrowLeft', 'ArrowRight'], command: 'seek', by: 5 },
  { does: 'Back or forward 10 seconds', keys: ['j', 'l'], command: 'seek', by: 10 },
  { does: 'Full screen', keys: ['f'], command: 'fullscreen' },
  { does: 'Write a note', keys: ['n'], command: 'note' },
  { does: 'Previous or next video', keys: ['P', 'N'], with: 'Shift', command: 'step', by: 1 },
]

export interface KeyLine {
  does: string
  /** Alternatives; of two directions, the first goes back. */
  keys: readonly string[]
  /** The modifier that is held down. */
  with?: string
}

interface VideoKeyLine extends KeyLine {
  command: VideoCommand
  by?: number
}

export type VideoCommand = 'toggle' | 'seek' | 'fullscreen' | 'note' | 'step'

/** A key's command, and how far it goes. null for any other key, or one that the focused control needs. */
export function commandFor(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>,
  isPlaying: boolean,
): { name: VideoCommand; by: number } | null {
  const { key, shiftKey } = event
  const target = event.target as Element
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (target.closest('input, textarea, select, [contenteditable]')) return null
  if (key === ' ' && target.closest('button, summary, [role=button]')) return null
  if (!isPlaying && !['k', 'n', 'N', 'P'].includes(key)) return null
  const line = VIDEO_KEYS.find(({ keys, with: held }) => keys.includes(key) && shiftKey === Boolean(held))
  if (!line) return null
  const { command, keys, by = 1 } = line
  return { name: command, by: key === keys[0] ? -by : by }
}
