import { isUnder } from './addresses.ts'
import { explain, type Matcher } from './embed-result.ts'
import type { Embed } from './embed.ts'
import { readPasted } from './pasted.ts'
import { matchAirtable } from './providers/airtable.ts'
import { matchCal, matchCalendly, matchLuma } from './providers/bookings.ts'
import { matchCanva, matchCoda, matchFigma, matchGamma, matchMiro, matchPitch } from './providers/designs.ts'
import { matchTally, matchTypeform } from './providers/forms.ts'
import { matchGoogleCalendar } from './providers/google/calendar.ts'
import { matchGoogleDocs, matchGoogleSlides } from './providers/google/docs.ts'
import { matchGoogleDrive } from './providers/google/drive.ts'
import { matchGoogleForms } from './providers/google/forms.ts'
import { matchGoogleSheets } from './providers/google/sheets.ts'
import { matchGooglePages } from './providers/google/pages.ts'
import { matchMicrosoftForms, matchMicrosoftOffice } from './providers/microsoft.ts'
import { matchNotion } from './providers/notion.ts'
import { matchLoom, matchVimeo } from './providers/videos.ts'
import { matchInstagram, matchWeb } from './providers/web.ts'
import { matchYouTube } from './providers/youtube.ts'

/** Asked in this order. A plain page comes last, because it accepts every address. */
const matchers: readonly Matcher[] = [
  ofHost('airtable.com', matchAirtable),
  matchGoogleCalendar,
  matchGoogleDocs,
  matchGoogleSheets,
  matchGoogleSlides,
  matchGoogleForms,
  matchGoogleDrive,
  matchGooglePages,
  matchYouTube,
  ofHost('loom.com', matchLoom),
  ofHost('vimeo.com', matchVimeo),
  ofHost('typeform.com', matchTypeform),
  ofHost('tally.so', matchTally),
  matchMicrosoftForms,
  matchMicrosoftOffice,
  matchNotion,
  ofHost('coda.io', matchCoda),
  ofHost('miro.com', matchMiro),
  ofHost('figma.com', matchFigma),
  ofHost('canva.com', matchCanva),
  ofHost('pitch.com', matchPitch),
  ofHost('gamma.app', matchGamma),
  ofHost('calendly.com', matchCalendly),
  matchCal,
  matchLuma,
  matchInstagram,
  matchWeb,
]

/** A matcher for a host and those below it. */
function ofHost(host: string, matcher: Matcher): Matcher {
  return (url) => (isUnder(url, host) ? matcher(url) : undefined)
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
