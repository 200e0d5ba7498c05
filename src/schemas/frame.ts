import { z } from 'zod'
import type { Embed, Frame, Prefill } from '../embeds/embed.ts'
import { matchEmbed } from '../embeds/match.ts'
import { showCalendar } from '../embeds/google-calendar.ts'
import { requiredLine, timeZone } from './fields.ts'
import { samples } from './samples.ts'

const shown = z
  .string()
  .transform((pasted, context): Embed => {
    const sample = samples.find(({ embed }) => embed.src === pasted)
    if (sample) return sample.embed
    if (pasted.startsWith('/')) {
      context.addIssue({
        code: 'invalid_value',
        values: samples.map(({ embed }) => embed.src),
        input: pasted,
      })
      return z.NEVER
    }
    const match = matchEmbed(pasted)
    if (match.ok) return match.embed
    context.addIssue({ code: 'custom', message: match.message })
    return z.NEVER
  })
  .meta({ title: 'Link to show' })
  .describe('A link, or the code to embed. The portal frames it, or makes a card that opens it in a new tab.')

export const frameFields = {
  embed: shown,
  frame: z
    .literal(true)
    .optional()
    .meta({ title: 'Shown as', choices: { '': 'What the portal knows', true: 'Always a frame' } })
    .describe('The links of sites that the portal doesn’t know are cards, which open in a new tab.'),
  view: z
    .enum(['agenda', 'month', 'week'])
    .optional()
    .meta({
      title: 'Calendar view',
      choices: { '': 'As pasted', agenda: 'List', month: 'Month', week: 'Week' },
    })
    .describe('How a Google Calendar is shown.'),
  timezone: timeZone
    .optional()
    .meta({ title: 'Calendar’s time zone' })
    .describe('A Google Calendar’s, if it isn’t the programme’s.'),
  prefill: z
    .record(
      z.string().min(1).meta({ title: 'Question' }),
      z
        .enum(['email', 'full_name'])
        .meta({ title: 'Answer', choices: { email: 'Email', full_name: 'Full name' } }),
    )
    .optional()
    .meta({ title: 'Filled in' })
    .describe('A form’s questions by their names, and what the portal fills in about the member.'),
}

export const frameSchema = z
  .strictObject({
    title: requiredLine.describe('The frame’s title, which screen readers announce.'),
    ...frameFields,
  })
  .transform((source, context) => readFrame(source, source.title, context))

/** The frame that the fields describe. Refuses fields that contradict each other. */
export function readFrame(source: FrameSource, title: string, context: z.RefinementCtx): Frame {
  const { embed, frame, view, timezone, prefill } = source
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  for (const [field, value] of Object.entries({ view, timezone })) {
    if (value !== undefined && embed.provider !== 'google-calendar')
      refuse(field, `Only a Google Calendar has a \`${field}\`. Delete this line.`)
  }
  const unfillable = prefill && whyUnfillable(prefill, embed)
  if (unfillable) refuse('prefill', unfillable)

  const isCalendar = embed.provider === 'google-calendar' && (view ?? timezone) !== undefined
  const shown = isCalendar ? showCalendar(embed, view ?? embed.view ?? 'month', timezone) : embed
  return { title, embed: frame ? { ...shown, opensInNewTab: false } : shown, prefill }
}

function whyUnfillable(prefill: Prefill, embed: Embed): string | null {
  const isForm = embed.provider === 'own' ? embed.shape === 'form' : FORMS.includes(embed.provider)
  if (!isForm) return 'Only Airtable, Google and Typeform forms can be prefilled. Delete `prefill`.'
  const isNumbered = Object.keys(prefill).every((name) => /^entry\.\d+$/.test(name))
  if (embed.provider !== 'google-forms' || isNumbered) return null
  return 'A Google form’s fields are called entry.<number>, such as entry.1045781291. In the form’s editor, choose ⋮, “Pre-fill form”, and copy the names from the link.'
}

const FORMS: readonly string[] = ['airtable', 'google-forms', 'typeform']

type FrameSource = z.output<z.ZodObject<typeof frameFields>>
