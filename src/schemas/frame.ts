import { z } from 'zod'
import type { Embed, Frame, Prefill } from '../embeds/embed.ts'
import { matchEmbed } from '../embeds/match.ts'
import { showCalendar } from '../embeds/providers/google/calendar.ts'
import { timezone } from './fields.ts'

/**
 * What a frame shows, and how; a page or a tab with a single frame carries these fields itself.
 *
 * @param documents what this site itself has for frames, by its path.
 */
export function frameFields(documents: readonly Embed[]) {
  return {
    embed: embedSchema(documents)
      .optional()
      .describe(
        'Any share address, or the <iframe> code a provider gives. It is rewritten to the right one.',
      ),
    frame: z
      .literal(true)
      .optional()
      .describe(
        'For an address of a site that the portal does not know: it lets itself be framed. Without this line it is a card that opens in a new tab.',
      ),
    view: z
      .enum(['agenda', 'month', 'week'])
      .optional()
      .describe('How a Google Calendar is shown: as a list, a month or a week.'),
    timezone: timezone
      .optional()
      .describe('The clock of a Google Calendar: the programme’s unless another is written here.'),
    prefill: z
      .record(z.string().min(1), z.enum(['email', 'full_name']))
      .optional()
      .describe('Fields of the form, by their own name there, and what of the member is filled in.'),
  }
}

export function frameSchema(documents: readonly Embed[]) {
  return z
    .strictObject({
      title: z.string().min(1).describe('What the frame is, for people who cannot see it.'),
      ...frameFields(documents),
    })
    .transform((source, context): Frame => {
      const frame = readFrame(source, source.title, context)
      if (frame) return frame
      context.addIssue({ code: 'custom', message: 'Write what the frame shows: `embed`.' })
      return z.NEVER
    })
}

/** Nothing when no `embed` was written. Fields that do not go together are refused. */
export function readFrame(source: FrameSource, title: string, context: z.RefinementCtx): Frame | undefined {
  const { embed, frame, view, timezone, prefill } = source
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (frame && embed && embed.framing !== 'unknown') refuse('frame', needlessFrame(embed))
  for (const [field, value] of Object.entries({ view, timezone })) {
    if (value !== undefined && embed?.provider !== 'google-calendar')
      refuse(field, `Only a Google Calendar has a \`${field}\`: delete this line.`)
  }
  const unfillable = prefill && whyUnfillable(prefill, embed)
  if (unfillable) refuse('prefill', unfillable)
  if (!embed) return undefined

  const isCalendar = embed.provider === 'google-calendar' && (view ?? timezone) !== undefined
  const shown = isCalendar ? showCalendar(embed, view ?? embed.view ?? 'month', timezone) : embed
  const framed: Embed = frame ? { ...shown, framing: 'allowed' } : shown
  // An Airtable link does not tell a form from a table; that it is filled in does.
  return { title, embed: prefill ? { ...framed, shape: 'form' } : framed, prefill }
}

function embedSchema(documents: readonly Embed[]) {
  return z.string().transform((pasted, context): Embed => {
    const document = documents.find(({ src }) => src === pasted)
    if (document) return document
    if (pasted.startsWith('/') && documents.length > 0) {
      const values = documents.map(({ src }) => src)
      context.addIssue({ code: 'invalid_value', values, input: pasted })
      return z.NEVER
    }
    const match = matchEmbed(pasted)
    if (match.ok) return match.embed
    context.addIssue({ code: 'custom', message: match.message })
    return z.NEVER
  })
}

function needlessFrame({ framing, src }: Embed): string {
  if (framing === 'allowed') return 'It is framed anyway: delete this line.'
  return `${new URL(src).hostname} does not let itself be framed: delete this line, and it is a card that opens in a new tab.`
}

function whyUnfillable(prefill: Prefill, embed: Embed | undefined): string | null {
  const isForm = embed?.provider === 'own' ? embed.shape === 'form' : FORMS.includes(embed?.provider)
  if (!isForm) return 'Only forms of Airtable, Google and Typeform can be filled in: delete `prefill`.'
  const isNumbered = Object.keys(prefill).every((name) => /^entry\.\d+$/.test(name))
  if (embed?.provider !== 'google-forms' || isNumbered) return null
  return 'A Google form names its fields entry.<number>, such as entry.1045781291: in the form’s editor, ⋮, “Pre-fill form”, and copy the names out of the link.'
}

const FORMS: readonly unknown[] = ['airtable', 'google-forms', 'typeform']

interface FrameSource {
  embed?: Embed | undefined
  frame?: true | undefined
  view?: Embed['view']
  timezone?: string | undefined
  prefill?: Prefill | undefined
}
