import { isUnder } from './addresses.ts'
import { explain, type EmbedResult, found, type Matcher, TAKES_ANSWERS } from './embed-result.ts'
import type { Embed, Framing } from './embed.ts'
import hosts from './hosts.json' with { type: 'json' }
import { readPasted } from './pasted.ts'
import { matchAirtable } from './providers/airtable.ts'
import { matchGoogleCalendar } from './providers/google/calendar.ts'
import { matchGoogleDrive } from './providers/google/drive.ts'
import { matchGoogleSheets } from './providers/google/sheets.ts'
import { matchTable } from './providers/table.ts'
import { matchTypeform } from './providers/typeform.ts'
import { matchYouTube } from './providers/youtube.ts'

/** Asked in this order. A plain page comes last, because it accepts every address. */
const matchers: readonly Matcher[] = [
  ofHost('airtable.com', matchAirtable),
  matchGoogleCalendar,
  matchGoogleSheets,
  matchGoogleDrive,
  matchYouTube,
  ofHost('typeform.com', matchTypeform),
  matchTable,
  matchWeb,
]

/** A matcher for a host and those below it. */
function ofHost(host: string, matcher: Matcher): Matcher {
  return (url) => (isUnder(url, host) ? matcher(url) : undefined)
}

function matchWeb(url: URL): EmbedResult {
  const page = { provider: 'web', from: url, src: url.href, href: url.href, shape: 'page' } as const
  return found({ ...page, sandbox: TAKES_ANSWERS, allow: 'fullscreen', framing: framingOf(url) })
}

function framingOf(url: URL): Framing {
  if (hosts.alwaysFramed.some((host) => isUnder(url, host))) return 'allowed'
  return hosts.neverFramed.some((host) => isUnder(url, host)) ? 'refused' : 'unknown'
}

/** The embed for what an editor pasted, or a sentence that says what to paste instead. */
export function matchEmbed(pasted: string): Match {
  const read = readPasted(pasted)
  if (!read.ok) return { ok: false, message: explain(pasted, read) }

  for (const matcher of matchers) {
    const answer = matcher(read.url)
    if (!answer) continue
    if (!answer.ok) return { ok: false, message: explain(pasted, answer) }
    const { embed } = answer
    return { ok: true, embed: read.isFramed ? { ...embed, framing: 'allowed' } : embed }
  }
  throw new Error('matchWeb accepts every address.')
}

export type Match = { ok: true; embed: Embed } | { ok: false; message: string }
