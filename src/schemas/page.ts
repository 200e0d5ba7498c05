import { z } from 'zod'
import type { Frame } from '../embeds/embed.ts'
import { dayOrTime, markdownBody, path, requiredLine, requiredText } from './fields.ts'
import { audience } from './groups.ts'
import { frameFields, frameSchema, readFrame } from './frame.ts'

const KINDS = {
  frame: 'One link',
  frames: 'Several links side by side',
  tabs: 'Tabs',
  text: 'Your own text',
  'coming-soon': 'Nothing yet',
  'built-in': 'A page of the portal itself',
}

type Kind = keyof typeof KINDS

const frames = z
  .array(frameSchema)
  .min(1)
  .meta({ title: 'Several side by side' })
  .describe('Several links, each with its title.')

const tabSchema = z
  .strictObject({
    label: requiredLine.describe('The tab’s label.'),
    page: path.optional().meta({ control: 'page' }).describe('The page that this tab shows.'),
    id: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'Use lowercase letters, digits and hyphens.')
      .optional()
      .meta({ title: 'Address within the page' })
      .describe('If the tab shows no page: investor-form leads to it as #investor-form.'),
    ...frameFields,
    embed: frameFields.embed.optional(),
    frames: frames.optional(),
    for: audience,
  })
  .transform(({ label, page, id, frames, embed, for: names, ...options }, context): Tab => {
    const tab = { label, for: names }
    const isFramed = embed !== undefined || Object.values(options).some((value) => value !== undefined)
    if (page && !id && !frames && !isFramed) return { ...tab, page }
    if (id && !page && frames && !isFramed) return { ...tab, id, frames }
    if (id && !page && !frames && embed)
      return { ...tab, id, frames: [readFrame({ embed, ...options }, label, context)] }
    const message = 'A tab has either a `page`, or an `id` with `embed` or `frames`. Keep one or the other.'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const pageOfAnyKind = z.discriminatedUnion(
  'kind',
  [
    pageOf('frame', frameFields).transform(({ embed, frame, view, timezone, prefill, ...page }, context) => ({
      ...page,
      frames: [readFrame({ embed, frame, view, timezone, prefill }, page.title, context)],
    })),
    pageOf('frames', { frames }),
    pageOf('tabs', {
      tabs: z.array(tabSchema).min(2).describe('Each tab shows another page, or frames of its own.'),
    }),
    pageOf('text', {
      text: markdownBody
        .unwrap()
        .min(1)
        .meta({ control: 'markdown', title: 'Text' })
        .describe('Your own words, with links and pictures.'),
    }),
    pageOf('coming-soon', {
      comingSoon: requiredText
        .meta({ title: 'What’s coming' })
        .describe('For example, “your first figures”: members read “We’ll add your first figures soon.”'),
    }),
    pageOf('built-in', {}),
  ],
  { error: ({ input }) => (Array.isArray(input) ? undefined : writeKind(input as object)) },
)

/** Every page has frames and tabs, if none of each. */
export const pageSchema = pageOfAnyKind.transform((page) => ({ frames: [], tabs: [], ...page }))

export type Page = z.output<typeof pageSchema>

/** A tab that shows a standalone page's frames or tabs, or frames of its own at its fragment. */
export type Tab = { label: string; for?: string[] | undefined } & (
  { page: `/${string}` } | { id: string; frames: Frame[] }
)

function pageOf<Name extends Kind, Fields extends z.core.$ZodLooseShape>(kind: Name, fields: Fields) {
  return z.strictObject({
    title: requiredLine.describe('The page’s heading and the browser tab’s title.'),
    description: requiredText.describe('One or two sentences under the heading.'),
    kind: z
      .literal(kind)
      .meta({ choices: KINDS })
      .describe('What the page shows. Fill in what it needs of the fields below, and leave the rest empty.'),
    ...fields,
    note: requiredText.optional().describe('An important sentence, above the page’s content.'),
    parent: path
      .optional()
      .meta({ title: 'Marked in the menu', control: 'page' })
      .describe('If this page isn’t in the menu: the menu’s page that it belongs to.'),
    for: audience,
    published: dayOrTime
      .optional()
      .meta({ title: 'New since' })
      .describe('When the page counts as new, if that isn’t the day its file was added.'),
  })
}

/** The fields by which a page without a kind, or with the wrong one, shows what it is. */
export const kindOfField: Partial<Record<string, Kind>> = {
  embed: 'frame',
  frames: 'frames',
  tabs: 'tabs',
  text: 'text',
  comingSoon: 'coming-soon',
  adds: 'coming-soon',
}

function writeKind(page: object): string {
  const fields = Object.keys(page)
  const [meant] = fields.flatMap((field) => kindOfField[field] ?? [])
  const kind = meant ? `\`kind: ${meant}\`` : `\`kind:\` and one of these: ${Object.keys(KINDS).join(', ')}`
  const renamed = fields.flatMap((field) => (newNames[field] ? ` ${nowCalled(field, newNames[field])}` : []))
  return `A page says its \`kind\`. Write ${kind}.${renamed.join('')}`
}

export const newNames: Partial<Record<string, string>> = { adds: 'comingSoon', under: 'parent' }

export function nowCalled(name: string, now: string): string {
  return `\`${name}\` is called \`${now}\` now. Rename it.`
}
