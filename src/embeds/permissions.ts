import type { Embed } from './embed.ts'

/** What pages open to no frame, unless the code that an editor pasted asks for it. */
export const CAPTURE = ['camera', 'display-capture', 'microphone']

// The permissions that pasted code may ask for. Others, such as geolocation, payment and autoplay, are dropped.
const REQUESTABLE: readonly string[] = [
  ...CAPTURE,
  'clipboard-write',
  'encrypted-media',
  'fullscreen',
  'picture-in-picture',
  'screen-wake-lock',
  'speaker-selection',
  'web-share',
]

export function allowRequested(allow: string, requested: readonly string[]): string {
  const own = allow.split('; ').filter(Boolean)
  return [...new Set([...own, ...requested.filter((name) => REQUESTABLE.includes(name))])].join('; ')
}

export function capturePermissions({ allow }: Pick<Embed, 'allow'>): string[] {
  return allow.split('; ').filter((name) => CAPTURE.includes(name))
}
