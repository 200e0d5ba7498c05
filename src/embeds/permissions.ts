import type { Embed, Page } from './embed.ts'
import { type FindPage, framesOf } from './frame-sources.ts'

/** What pages open to no frame, unless the code that an editor pasted asks for it. */
const POWERFUL = ['camera', 'display-capture', 'microphone']

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

/** For the page's Permissions-Policy: `camera=https://a.example,https://b.example;microphone=…`; '' for most pages. */
export function framePermissions(page: Page, findPage: FindPage): string {
  const framed = framesOf(page, findPage).filter(({ embed }) => embed.framing === 'allowed')
  return POWERFUL.flatMap((name) => {
    const using = framed.filter(({ embed }) => powersOf(embed).includes(name))
    const origins = new Set(using.map(({ embed }) => new URL(embed.src).origin))
    return origins.size > 0 ? [`${name}=${[...origins].join()}`] : []
  }).join(';')
}
