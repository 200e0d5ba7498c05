/**
 * The keys people know from YouTube, while the focus is on the video and what is said about it: a single letter that
 * worked everywhere would get in the way of people who speak to their computer (WCAG 2.2, 2.1.4).
 *
 * @param isPlaying whether the video has the player; until then `k` alone plays it, and `n` opens a note.
 * A key that is added here is added to `key-list.ts`, too.
 *
 * @returns null for a key that means nothing here.
 */
export function commandFor(key: PressedKey, isPlaying: boolean): Command | null {
  if (key.ctrlKey || key.metaKey || key.altKey || isTyping(key.target)) return null
  if (key.shiftKey) return { N: NEXT, P: PREVIOUS }[key.key] ?? null
  if (key.key === ' ' && isPressedBySpace(key.target)) return null
  if (!isPlaying) return key.key === 'k' ? { name: 'play' } : key.key === 'n' ? NOTE : null
  return commands[key.key] ?? null
}

export type Command =
  | { name: 'play' | 'toggle' | 'captions' | 'fullscreen' | 'note' }
  | { name: 'seek'; by: number }
  | { name: 'step'; by: -1 | 1 }

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  target: Matching
}
type Matching = Pick<Element, 'closest'>

const NOTE = { name: 'note' } as const
const NEXT = { name: 'step', by: 1 } as const
const PREVIOUS = { name: 'step', by: -1 } as const

const commands: Readonly<Record<string, Command>> = {
  ' ': { name: 'toggle' },
  k: { name: 'toggle' },
  ArrowLeft: { name: 'seek', by: -5 },
  ArrowRight: { name: 'seek', by: 5 },
  j: { name: 'seek', by: -10 },
  l: { name: 'seek', by: 10 },
  c: { name: 'captions' },
  f: { name: 'fullscreen' },
  n: NOTE,
}

function isTyping(element: Matching): boolean {
  return element.closest('input, textarea, select, [contenteditable]') !== null
}

function isPressedBySpace(element: Matching): boolean {
  return element.closest('button, summary, [role=button]') !== null
}
