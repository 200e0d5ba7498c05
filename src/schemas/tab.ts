import { z } from 'zod'
import type { Embed, Tab } from '../embeds/embed.ts'
import { path } from './fields.ts'
import { frameFields, frameSchema, readFrame } from './frame.ts'

export function tabSchema(documents: readonly Embed[]) {
  return z
    .strictObject({
      label: z.string().min(1).describe('What the tab says.'),
      page: path.optional().describe('The standalone page this tab shows.'),
      id: z
        .string()
        .regex(/^[a-z0-9-]+$/, 'Write small letters, digits and hyphens.')
        .optional()
        .describe('The tab’s part of the address, for a tab that is no page: #<id>.'),
      ...frameFields(documents),
      frames: z.array(frameSchema(documents)).min(1).optional().describe('Several frames, side by side.'),
    })
    .transform((source, context): Tab => {
      const { label, page, id } = source
      const own = readFrame(source, label, context)
      const frames = source.frames ?? (own ? [own] : [])
      if (page && !id && frames.length === 0) return { label, page }
      if (!page && id && frames.length > 0 && !(own && source.frames)) return { label, id, frames }
      const message =
        'A tab shows a page (`page`), or has an `id` and one of `embed` and `frames`: write one or the other.'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}
