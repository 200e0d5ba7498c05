import { matchAirtable } from './airtable/matcher.ts'
import type { Matcher, Refusal } from './answer.ts'
import type { Embed } from './embed.ts'
import { matchGoogleCalendar } from './google-calendar/matcher.ts'
import { matchGoogleDocs } from './google-docs/matcher.ts'
import { matchGoogleDrive } from './google-drive/matcher.ts'
import { matchGoogleForms } from './google-forms/matcher.ts'
import { matchGoogleSheets } from './google-sheets/matcher.ts'
import { matchGoogleSlides } from './google-slides/matcher.ts'
import { matchMiro } from './miro/matcher.ts'
import { matchNotion } from './notion/matcher.ts'
import { readPasted } from './pasted.ts'
import { matchTypeform } from './typeform/matcher.ts'
import { matchWeb } from './web/matcher.ts'
import { matchYouTube } from './youtube/matcher.ts'

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
