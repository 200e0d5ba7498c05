import { z } from 'zod'
import type { Embed, Frame } from '../components/embeds/embed.ts'
import { matchEmbed } from '../components/embeds/match.ts'
import { sampleEmbed, sampleNames } from '../components/embeds/sample.ts'

/** What a frame shows, and how; a page with a single frame carries these fields itself. */
export const frameSource = {
  embed: z
    .string()
    .transform((pasted, context): Embed => {
      const match = matchEmbed(pasted)
      if (match.ok) return match.embed
      context.issues.push({ code: 'custom', message: match.message, input: pasted })
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
    .optional()
    .describe('A calendar’s time zone. Pacific/Honolulu unless it is written here.'),
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
    const frame = toFrame(source)
    if (frame) return frame
    context.issues.push({ code: 'custom', message: 'Write either `embed` or `sample`.', input: source })
    return z.NEVER
  })

/** Nothing when neither `embed` nor `sample` was written. */
export function toFrame(source: FrameSource): Frame | undefined {
  const embed = source.embed ?? source.sample
  return embed && { title: source.title, embed, prefill: source.prefill }
}

interface FrameSource {
  title: string
  embed?: Embed | undefined
  sample?: Embed | undefined
  prefill?: Frame['prefill']
}
