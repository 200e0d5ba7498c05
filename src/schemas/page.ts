import { z } from 'zod'
import type { Page, Tab } from '../components/embeds/embed.ts'
import { frameSchema, frameSource, toFrame } from './frame.ts'
import { path } from './paths.ts'

const tab = z
  .strictObject({
    label: z.string().min(1).describe('What the tab says.'),
    page: path.optional().describe('The standalone page this tab shows.'),
    id: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'Write small letters, digits and hyphens.')
      .optional()
      .describe('The tab’s part of the address, for a tab that is no page: ?tab=<id>.'),
    ...frameSource,
    frames: z.array(frameSchema).min(1).optional().describe('Several frames, side by side.'),
  })
  .transform((source, context): Tab => {
    const { label, page, id } = source
    const own = toFrame({ ...source, title: label })
    const frames = source.frames ?? (own ? [own] : [])
    if (page && !id && frames.length === 0) return { label, page }
    if (!page && id && frames.length > 0) return { label, id, frames }
    const message = 'Write either `page`, or `id` with an `embed`, a `sample` or `frames`.'
    context.issues.push({ code: 'custom', message, input: source })
    return z.NEVER
  })

export const pageSchema = z
  .strictObject({
    title: z.string().min(1).describe('The page’s heading and the browser tab’s title.'),
    description: z.string().min(1).describe('One or two sentences under the heading.'),
    note: z.string().min(1).optional().describe('A sentence nobody may miss, above the frames.'),
    adds: z
      .string()
      .min(1)
      .optional()
      .describe('Ends the sentence “The programme team adds …” while the page has nothing to show.'),
    ...frameSource,
    frames: z.array(frameSchema).min(1).optional().describe('Several frames, side by side.'),
    tabs: z.array(tab).min(2).optional().describe('Tabs, each a standalone page or frames of its own.'),
  })
  .transform((source): Page => {
    const { title, description, note, adds, tabs } = source
    if (tabs) return { title, description, note, tabs }
    const own = toFrame(source)
    return { title, description, note, adds, frames: source.frames ?? (own ? [own] : []) }
  })
