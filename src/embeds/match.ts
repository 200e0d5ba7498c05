import { isUnder } from './addresses.ts'
import { explain, type EmbedResult, found, TAKES_ANSWERS } from './embed-result.ts'
import type { Embed } from './embed.ts'
import hosts from './hosts.json' with { type: 'json' }
import { readPasted } from './pasted.ts'
import { matchGoogleCalendar } from './providers/google/calendar.ts'
import { matchGoogleDrive } from './providers/google/drive.ts'
import { matchGoogleSheets } from './providers/google/sheets.ts'
import { matchTable } from './providers/table.ts'
import { matchYouTube } from './providers/youtube.ts'

/** The embed for what an editor pasted, or a sentence that says what to paste instead. */
export function matchEmbed(pasted: string): Match {
  const read = readPasted(pasted)
  if (!read.ok) return { ok: false, message: explain(pasted, read) }
  const { url, isFramed } = read
  const answer =
    matchGoogleCalendar(url) ??
    matchGoogleSheets(url) ??
    matchGoogleDrive(url) ??
    matchYouTube(url) ??
    matchTable(url) ??
    matchPage(url)
  if (!answer.ok) return { ok: false, message: explain(pasted, answer) }
  return { ok: true, embed: isFramed ? { ...answer.embed, framing: 'allowed' } : answer.embed }
}

type Match = { ok: true; embed: Embed } | { ok: false; message: string }

/** Any other page. */
function matchPage(url: URL): EmbedResult {
  const isRefused = hosts.neverFramed.some((host) => isUnder(url, host))
  return found({
    provider: 'web',
    from: url,
    src: url.href,
    href: url.href,
    shape: 'page',
    sandbox: TAKES_ANSWERS,
    allow: 'fullscreen',
    framing: isRefused ? 'refused' : 'unknown',
  })
}
