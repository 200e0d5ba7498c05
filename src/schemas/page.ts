import { z } from 'zod'
import type { Page, Tab } from '../embeds/embed.ts'
import { dayOrTime, markdownBody, path, requiredLine, requiredText } from './fields.ts'
import { frameFields, frameSchema, readFrame } from './frame.ts'

const shownFields = {
  ...frameFields,
  frames: z
    .array(frameSchema)
    .min(1)
    .optional()
    .meta({ title: 'Several side by side' })
    .describe('Instead of one link: several, each with its title.'),
}

const tabSchema = z
  .strictObject({
    label: requiredLine.describe('The tab’s label.'),
    page: path.optional().describe('The page that this tab shows, such as /companies.'),
    id: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'Use lowercase letters, digits and hyphens.')
      .optional()
      .meta({ title: 'Address within the page' })
      .describe('If the tab shows no page: investor-form leads to it as #investor-form.'),
    ...shownFields,
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

export const pageSchema = z
  .strictObject({
    title: requiredLine.describe('The page’s heading and the browser tab’s title.'),
    description: requiredText.describe('One or two sentences under the heading.'),
    ...shownFields,
    text: markdownBody.describe('Instead of a link: your own words, with links and pictures.'),
    note: requiredText.optional().describe('An important sentence, above the page’s content.'),
    under: path
      .optional()
      .meta({ title: 'Marked in the menu' })
      .describe('If this page isn’t in the menu: the menu’s page that it belongs to, such as /network.'),
    adds: requiredText
      .optional()
      .meta({ title: 'What’s coming' })
      .describe('For example, “your first figures”. Shown until you add a link.'),
    published: dayOrTime
      .optional()
      .meta({ title: 'New since' })
      .describe('When the page counts as new, if that isn’t the day its file was added.'),
    tabs: z.array(tabSchema).min(2).optional().describe('Each tab shows another page, or frames of its own.'),
  })
  .transform((source, context): Page => {
    const { title, description, text, note, under, adds, published, tabs } = source
    const own = readFrame(source, title, context)
    const shown = { embed: own, frames: source.frames, tabs, text, adds }
    const [first, second] = Object.entries(shown).flatMap(([field, value]) => (value ? [field] : []))
    if (first && second) {
      const message =
        'A page has only one of `embed`, `frames`, `tabs`, `text` and `adds`. Keep one, and delete the others.'
      context.addIssue({ code: 'custom', path: [second], message })
    }
    const heading = { title, description, note, under, published }
    if (tabs) return { ...heading, tabs }
    return { ...heading, text, adds, frames: source.frames ?? (own ? [own] : []) }
  })
