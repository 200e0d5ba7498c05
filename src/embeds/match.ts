import type { Matcher, Refusal } from './answer.ts'
import type { Embed } from './embed.ts'
import { readPasted } from './pasted.ts'
import { matchAirtable } from './providers/airtable.ts'
import { matchGoogleCalendar } from './providers/google/calendar.ts'
import { matchGoogleDocs } from './providers/google/docs.ts'
import { matchGoogleDrive } from './providers/google/drive.ts'
import { matchGoogleForms } from './providers/google/forms.ts'
import { matchGoogleSheets } from './providers/google/sheets.ts'
import { matchGoogleSlides } from './providers/google/slides.ts'
import { matchMiro } from './providers/miro.ts'
import { matchNotion } from './providers/notion.ts'
import { matchTypeform } from './providers/typeform.ts'
import { matchWeb } from './providers/web.ts'
import { matchYouTube } from './providers/youtube.ts'

/** Who is asked, in this order; a plain page comes last, because it takes everything. */
const matchers: readonly Matcher[] = [
  matchAirtable,
  matchGoogleCalendar,
  matchGoogleDocs,
  matchGoogleSheets,
  matchGoogleSlides,
  matchGoogleForms,
  matchGoogleDrive,
  matchYouTube,
  matchTypeform,
  matchNotion,
  matchMiro,
  matchWeb,
]

/** The embed behind whatever an editor pasted, or a sentence that says what to paste instead. */
export function matchEmbed(pasted: string): Match {
  const read = readPasted(pasted)
  if (!read.ok) return { ok: false, message: sentence(pasted, read.refusal) }

  for (const matcher of matchers) {
    const answer = matcher(read.url)
    if (answer) return answer.ok ? answer : { ok: false, message: sentence(pasted, answer.refusal) }
  }
  return { ok: false, message: sentence(pasted, { is: 'no page', paste: 'the address of one' }) }
}

export type Match = { ok: true; embed: Embed } | { ok: false; message: string }

function sentence(pasted: string, { is, paste }: Refusal): string {
  const text = pasted.trim().replace(/\s+/g, ' ')
  const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text
  return `“${shown}” is ${is}. Paste ${paste} instead.`
}
