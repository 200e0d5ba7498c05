import type { Embed } from './embed.ts'

/** What pages open to no frame, unless the code that an editor pasted asks for it. */
export const POWERFUL = ['camera', 'display-capture', 'microphone']

// The permissions that pasted code may ask for. Others, such as geolocation, payment and autoplay, are dropped.
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

export function withAsked(allow: string, asked: readonly string[]): string {
  const own = allow.split('; ').filter(Boolean)
  return [...new Set([...own, ...asked.filter((name) => PERMITTED.includes(name))])].join('; ')
}

export function powersOf({ allow }: Pick<Embed, 'allow'>): string[] {
  return allow.split('; ').filter((name) => POWERFUL.includes(name))
}
