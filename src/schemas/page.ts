import { z } from 'zod'
import type { Embed, Page, Tab } from '../embeds/embed.ts'
import { dayOrTime, path, requiredText } from './fields.ts'
import { frameFields, frameSchema, readFrame } from './frame.ts'

/** @param documents the packs’ documents, which `embed` can name by path. */
export function pageSchema(documents: readonly Embed[]) {
  return z
    .strictObject({
      title: requiredText.describe('The page’s heading and the browser tab’s title.'),
      description: requiredText.describe('One or two sentences under the heading.'),
      note: requiredText.optional().describe('An important sentence, above the page’s content.'),
      under: path
        .optional()
        .describe('The menu page that this page belongs to, if it isn’t in the menu itself.'),
      adds: requiredText
        .optional()
        .describe("Completes “We'll add … soon.” while the page has nothing to show."),
      published: dayOrTime
        .optional()
        .describe('When the page counts as new, if that isn’t the day its file was added.'),
      ...shownFields(documents),
      tabs: z
        .array(tabSchema(documents))
        .min(2)
        .optional()
        .describe('Tabs, each a standalone page or frames.'),
    })
    .transform((source, context): Page => {
      const { title, description, note, under, adds, published, tabs } = source
      const own = readFrame(source, title, context)
      const shown = { embed: own, frames: source.frames, tabs, adds }
      const [first, second] = Object.entries(shown).flatMap(([field, value]) => (value ? [field] : []))
      if (first && second) {
        const message =
          'A page has only one of `embed`, `frames`, `tabs` and `adds`. Keep one, and delete the others.'
        context.addIssue({ code: 'custom', path: [second], message })
      }
      if (tabs) return { title, description, note, under, published, tabs }
      return { title, description, note, under, published, adds, frames: source.frames ?? (own ? [own] : []) }
    })
}

function tabSchema(documents: readonly Embed[]) {
  return z
    .strictObject({
      label: requiredText.describe('The tab’s label.'),
      page: path.optional().describe('The standalone page this tab shows.'),
      id: z
        .string()
        .regex(/^[a-z0-9-]+$/, 'Use lowercase letters, digits and hyphens.')
        .optional()
        .describe('The tab’s part of the address (#<id>), if it shows no page.'),
      ...shownFields(documents),
    })
    .transform((source, context): Tab => {
      const { label, page, id } = source
      const own = readFrame(source, label, context)
      const frames = source.frames ?? (own ? [own] : [])
      if (page && !id && frames.length === 0) return { label, page }
      if (!page && id && frames.length > 0 && !(own && source.frames)) return { label, id, frames }
      const message = 'A tab has either a `page`, or an `id` with `embed` or `frames`. Keep one or the other.'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

/** The fields for one frame, or for several. */
function shownFields(documents: readonly Embed[]) {
  const frames = z.array(frameSchema(documents)).min(1).optional().describe('Several frames, side by side.')
  return { ...frameFields(documents), frames }
}
