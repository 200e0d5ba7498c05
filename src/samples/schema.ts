import { z } from 'zod'

const words = z.string().min(1)

const table = z.strictObject({
  kind: z.literal('table'),
  title: words.describe('What the document is called.'),
  note: words.optional().describe('A line under the title.'),
  look: z
    .enum(['base', 'sheet'])
    .default('base')
    .describe('A database view, or a spreadsheet with numbered rows.'),
  columns: z
    .array(
      z.strictObject({
        label: words,
        as: z
          .enum(['text', 'name', 'number', 'change', 'tags', 'progress', 'status'])
          .default('text')
          .describe('How the column’s cells are shown.'),
      }),
    )
    .min(1),
  rows: z
    .array(z.array(z.union([z.string(), z.number()])).min(1))
    .min(1)
    .describe('One list of cells for each row. Tags are separated by commas.'),
})

const field = z.strictObject({
  label: words.describe('What is asked; also the name by which `prefill` fills it in.'),
  as: z.enum(['line', 'email', 'number', 'date', 'text', 'choice', 'choices', 'scale']).default('line'),
  hint: words.optional(),
  required: z.boolean().default(false),
  options: z.array(words).default([]).describe('For a choice.'),
  ends: z.tuple([words, words]).optional().describe('What the two ends of a scale mean.'),
})

const form = z.strictObject({
  kind: z.literal('form'),
  title: words,
  intro: words,
  fields: z.array(field).min(1),
  submit: words.default('Submit'),
})

const calendar = z.strictObject({
  kind: z.literal('calendar'),
  title: words,
  view: z.enum(['agenda', 'month', 'week']),
})

const document = z.strictObject({
  kind: z.literal('document'),
  title: words,
  intro: words,
  sections: z
    .array(
      z.strictObject({
        heading: words,
        text: words.optional(),
        points: z.array(words).default([]),
      }),
    )
    .min(1),
})

const list = z.strictObject({
  kind: z.literal('list'),
  title: words,
  items: z
    .array(
      z.strictObject({
        name: words,
        as: z.enum(['folder', 'slides', 'document', 'sheet', 'pdf', 'video']),
        owner: words,
        changed: words,
      }),
    )
    .min(1),
})

const cards = z.strictObject({
  kind: z.literal('cards'),
  title: words,
  note: words.optional(),
  items: z
    .array(
      z.strictObject({
        name: words,
        line: words.describe('A few words under the name.'),
        text: words.optional(),
        tags: z.array(words).default([]),
        foot: words.optional().describe('The last line, such as a place or an offer.'),
      }),
    )
    .min(1),
})

const dashboard = z.strictObject({
  kind: z.literal('dashboard'),
  title: words,
  figures: z.array(z.strictObject({ label: words, value: words, change: words.optional() })).min(1),
  weeks: z
    .strictObject({ label: words, unit: words, values: z.array(z.number().nonnegative()).min(2) })
    .describe('One bar for each week.'),
  companies: z
    .array(z.strictObject({ name: words, percent: z.number().min(0).max(100), next: words }))
    .min(1),
})

const video = z.strictObject({ kind: z.literal('video'), title: words, length: words, text: words })

export const sampleSchema = z.discriminatedUnion('kind', [
  table,
  form,
  calendar,
  document,
  list,
  cards,
  dashboard,
  video,
])

export type Sample = z.infer<typeof sampleSchema>
export type SampleOf<Kind extends Sample['kind']> = Extract<Sample, { kind: Kind }>
