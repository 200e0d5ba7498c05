import { DomUtils, parseDocument } from 'htmlparser2'
import { cleanText } from '../shared/clean-text.ts'
import { readLink, refused, WHOLE_ADDRESS, type Refused } from './link.ts'

/**
 * The pasted address, or the one in pasted embed code, with what its `allow` asks for; a frame there means that its site allows
 * frames.
 */
export function readPasted(
  pasted: string,
): { ok: true; url: URL; isFramed: boolean; permissions: string[] } | Refused {
  const text = cleanText(pasted).trim()
  const code = /<[a-z]+[\s>]/i.test(text) ? readCode(text) : null
  if (code?.ok === false) return code
  const link = readLink(code?.address ?? calendarAddress(text))
  if (!link.ok) return link

  const url = new URL(link.address)
  if (url.protocol === 'http:')
    return refused('an unencrypted address', `it with https://, or ${WHOLE_ADDRESS}`)
  if (url.protocol !== 'https:') return refused(`a “${url.protocol}” address, not a web page`, WHOLE_ADDRESS)
  if (url.username || url.password)
    return refused('an address that contains a name or password', 'it without them')
  if (!isPublicName(url.hostname))
    return refused('an address on a private network', 'an address that anyone can open')
  return { ok: true, url, isFramed: code !== null, permissions: code?.permissions ?? [] }
}

function readCode(code: string): { ok: true; address: string; permissions: string[] } | Refused {
  const frames = DomUtils.getElementsByTagName('iframe', parseDocument(code))
  const [address, ...others] = new Set(frames.flatMap(({ attribs }) => attribs.src?.trim() || []))
  if (address === undefined) {
    return refused(
      'code without an <iframe> and its address',
      'the embed code that has one, or the share link',
    )
  }
  if (others.length > 0) {
    const remedy = 'Paste the code of one; several frames go under `frames`.'
    return { ok: false, reason: `embed code with ${others.length + 1} frames`, remedy }
  }
  // Without its allowlists: a feature is for the frame's own origin alone.
  const permissions = frames
    .flatMap(({ attribs }) => attribs.allow?.toLowerCase().split(/[;,]/) ?? [])
    .flatMap((each) => (each.includes("'none'") ? [] : each.split(/\s+/)))
  return { ok: true, address: address.replace(/^\/\//, 'https://'), permissions }
}

// Google’s settings show a calendar’s ID first, and its address far below.
function calendarAddress(text: string): string {
  if (!/^[^\s@/:]+@(?:group|import|resource)\.calendar\.google\.com$/.test(text)) return text
  return `https://calendar.google.com/calendar/embed?src=${encodeURIComponent(text)}`
}

// A name with a dot in it: neither an IP address nor a name that only a local network resolves.
function isPublicName(host: string): boolean {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return false
  if (/(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|test)\.?$/.test(host)) return false
  return /^[^.]+(?:\.[^.]+)+\.?$/.test(host)
}
