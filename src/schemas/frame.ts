import { z } from 'zod'
import type { Embed, Frame, Prefill } from '../embeds/embed.ts'
import { matchEmbed } from '../embeds/match.ts'
import { PROGRAM_TIME_ZONE, showCalendar } from '../embeds/providers/google/calendar.ts'
import { sampleEmbed, sampleNames } from '../embeds/sample.ts'

/** What a frame shows, and how; a page or a tab with a single frame carries these fields itself. */
export const frameSource = {
  embed: z
    .string()
    .transform((pasted, context): Embed => {
      const match = matchEmbed(pasted)
      if (match.ok) return match.embed
      context.addIssue({ code: 'custom', message: match.message })
      return z.NEVER
    })
    .optional()
    .describe('Any share address, or the <iframe> code a provider gives. It is rewritten to the right one.'),
  sample: z
    .enum(sampleNames)
    .transform(sampleEmbed)
    .optional()
    .describe('A sample document of this site, until there is an address to paste.'),
  view: z
    .enum(['agenda', 'month', 'week'])
    .optional()
    .describe('How a Google Calendar is shown: as a list, a month or a week.'),
  timezone: z
    .string()
    .refine(isTimeZone, 'Write a time zone such as Pacific/Honolulu or America/Los_Angeles.')
    .optional()
    .describe('The clock of a Google Calendar: Pacific/Honolulu unless another is written here.'),
  prefill: z
    .record(z.string().min(1), z.enum(['email', 'full_name']))
    .optional()
    .describe('Fields of the form, by their own name there, and what of the member is filled in.'),
}

export const frameSchema = z
  .strictObject({
    title: z.string().min(1).describe('What the frame is, for people who cannot see it.'),
    ...frameSource,
  })
  .transform((source, context): Frame => {
    const frame = readFrame(source, source.title, context)
    if (frame) return frame
    context.addIssue({ code: 'custom', message: 'Write what the frame shows: `embed` or `sample`.' })
    return z.NEVER
  })

/** Nothing when neither `embed` nor `sample` was written. */
export function readFrame(source: FrameSource, title: string, context: Problems): Frame | undefined {
  for (const { field, message } of misfits(source)) {
    context.addIssue({ code: 'custom', path: [field], message })
  }
  const { embed, sample, view, timezone, prefill } = source
  const plain = embed ?? sample
  if (!plain) return undefined

  const isCalendar = plain.provider === 'google-calendar' && (view ?? timezone) !== undefined
  const shown = isCalendar
    ? showCalendar(plain, view ?? plain.view ?? 'month', timezone ?? PROGRAM_TIME_ZONE)
    : plain
  // An Airtable link does not tell a form from a table; that it is filled in does.
  return { title, embed: prefill ? { ...shown, shape: 'form' } : shown, prefill }
}

/** Fields that do not go together. */
function misfits({ embed, sample, view, timezone, prefill }: FrameSource): Misfit[] {
  const shown = embed ?? sample
  const problems: Misfit[] = []
  if (embed && sample) {
    problems.push({ field: 'sample', message: 'The page has an `embed`: delete the `sample`.' })
  }
  for (const field of ['view', 'timezone'] as const) {
    if ((field === 'view' ? view : timezone) === undefined || shown?.provider === 'google-calendar') continue
    problems.push({ field, message: `Only a Google Calendar has a \`${field}\`: delete this line.` })
  }
  if (!prefill) return problems
  if (!shown || !isForm(shown)) {
    const message = 'Only forms of Airtable, Google and Typeform can be filled in: delete `prefill`.'
    problems.push({ field: 'prefill', message })
  } else if (shown.provider === 'google-forms' && !Object.keys(prefill).every(isGoogleField)) {
    const message =
      'A Google form names its fields entry.<number>, such as entry.1045781291: in the form’s editor, ⋮, “Pre-fill form”, and copy the names out of the link.'
    problems.push({ field: 'prefill', message })
  }
  return problems
}

function isForm({ provider, shape }: Embed): boolean {
  if (provider === 'sample') return shape === 'form'
  return provider === 'airtable' || provider === 'google-forms' || provider === 'typeform'
}

function isGoogleField(name: string): boolean {
  return /^entry\.\d+$/.test(name)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name.includes('/') || name === 'UTC'
  } catch {
    return false
  }
}

interface FrameSource {
  embed?: Embed | undefined
  sample?: Embed | undefined
  view?: Embed['view']
  timezone?: string | undefined
  prefill?: Prefill | undefined
}

interface Misfit {
  field: 'sample' | 'view' | 'timezone' | 'prefill'
  message: string
}

interface Problems {
  addIssue: (issue: { code: 'custom'; path?: PropertyKey[]; message: string }) => void
}
