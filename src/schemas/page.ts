import { z } from 'zod'
import type { Embed, Page, Tab } from '../embeds/embed.ts'
import { moment, path } from './fields.ts'
import { frameFields, frameSchema, readFrame } from './frame.ts'

/** @param documents what this site itself has for frames. */
export function pageSchema(documents: readonly Embed[]) {
  return z
    .strictObject({
      title: z.string().min(1).describe('The page’s heading and the browser tab’s title.'),
      description: z.string().min(1).describe('One or two sentences under the heading.'),
      note: z.string().min(1).optional().describe('A sentence that no one may miss, above the frames.'),
      under: path
        .optional()
        .describe('The page of the menu that this one belongs to, if it has no place in the menu itself.'),
      adds: z
        .string()
        .min(1)
        .optional()
        .describe("Completes “We'll add … soon.” while the page has nothing to show."),
      published: moment
        .optional()
        .describe(
          'From when the page counts as new, where the day its file came to the project is not meant.',
        ),
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
          'A page has one of \`embed\`, \`frames\`, \`tabs\` and \`adds\`: keep one, delete the others.'
        context.addIssue({ code: 'custom', path: [second], message })
      }
      if (tabs) return { title, description, note, under, published, tabs }
      return { title, description, note, under, published, adds, frames: source.frames ?? (own ? [own] : []) }
    })
}

function tabSchema(documents: readonly Embed[]) {
  return z
    .strictObject({
      label: z.string().min(1).describe('What the tab says.'),
      page: path.optional().describe('The standalone page this tab shows.'),
      id: z
        .string()
        .regex(/^[a-z0-9-]+$/, 'Write small letters, digits and hyphens.')
        .optional()
        .describe('The tab’s part of the address, for a tab that is no page: #<id>.'),
      ...shownFields(documents),
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

/** One frame, or several. */
function shownFields(documents: readonly Embed[]) {
  const frames = z.array(frameSchema(documents)).min(1).optional().describe('Several frames, side by side.')
  return { ...frameFields(documents), frames }
}
