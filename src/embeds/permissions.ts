import type { Embed } from './embed.ts'

/** What pages open to no frame, unless the code that an editor pasted asks for it. */
export const POWERFUL = ['camera', 'display-capture', 'microphone']

/** What pasted code may ask for. Others would tell where members are, let them pay, or play without them. */
const PERMITTED: readonly string[] = [
  ...POWERFUL,
  'clipboard-write',
  'encrypted-media',
  'fullscreen',
  'picture-in-picture',
  'screen-wake-lock',
  'speaker-selection',
  'web-share',
]

/** A frame's `allow` with what its pasted code asks for. */
export function withAsked(allow: string, asked: readonly string[]): string {
  const own = allow.split('; ').filter(Boolean)
  return [...new Set([...own, ...asked.filter((name) => PERMITTED.includes(name))])].join('; ')
}

/** Which of camera, display-capture and microphone a frame may use. */
export function powersOf({ allow }: Pick<Embed, 'allow'>): string[] {
  return allow.split('; ').filter((name) => POWERFUL.includes(name))
}
