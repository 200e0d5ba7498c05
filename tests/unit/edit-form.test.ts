import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf } from '#src/edit/addresses.ts'
import { editorConfig } from '#src/edit/config.ts'
import { formOf, type FormField } from '#src/edit/form.ts'
import { fromRows, toRows } from '#src/edit/formats.ts'
import { announcementFile, announcementSchema } from '#src/schemas/announcement.ts'
import { contentKinds } from '#src/schemas/files.ts'
import { groupSchema, transcriptFile, videoFile } from '#src/schemas/playlist.ts'
import { rulesOf } from '../support/schema-rules.ts'

const REPOSITORY = { repository: 'a/b', branch: 'main', at: 'portal', saves: 'commits' } as const
const SCHEMAS: Record<string, z.ZodType> = {
  ...Object.fromEntries(contentKinds([]).map(({ name, schema }) => [name, schema])),
  announcement: announcementFile,
  week: groupSchema,
  video: videoFile,
  transcript: transcriptFile,
}

/** Where the build checks more than the form's own schema: what goes together. */
const CHECKED: Record<string, z.ZodType> = { announcement: announcementSchema }

describe('a form says of its schema', () => {
  const one = (schema: z.ZodType) => formOf(z.object({ it: schema }))[0]

  test.each<[string, z.ZodType, Partial<FormField>]>([
    ['what may be left out', z.string().optional(), { required: false }],
    [
      'what holds without it, which it writes nowhere',
      z.number().default(60).describe('How long.'),
      { hint: 'How long. Left empty: 60.', required: false },
    ],
    [
      'a pattern with its own sentence',
      z.string().regex(/^\p{L}+$/u, 'Write letters.'),
      { pattern: ['/^\\p{L}+$/u', 'Write letters.'] },
    ],
    ['the one thing it may be', z.literal(true).optional(), { widget: 'select', options: [true] }],
    ['a day', z.iso.date('A day.'), { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' }],
  ])('%s', (_, schema, said) => {
    expect(one(schema)).toMatchObject(said)
  })
})

test('every field of every content file is in a form, with a sentence about it', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const mute = fieldsOf(formOf(schema)).filter(
      ([path, { hint }]) => !hint && !/\[\](\.key|\.value)?$/.test(path),
    )
    expect(mute, name).toEqual([])
  }
})

test('each rule of a schema is in its form; those that no form can know are the check’s, and are these', () => {
  const left = Object.entries(SCHEMAS).flatMap(([name, schema]) => {
    const fields = new Map(fieldsOf(formOf(schema)))
    return rulesOf(CHECKED[name] ?? schema)
      .filter(({ path, rule }) => !isInForm(rule, fields.get(path)))
      .map(({ path, rule }) => `${name} ${path || '(all of it)'}: ${rule}`)
  })
  expect(left).toEqual([
    // A time zone, a day or a time that has the form of one, and is none.
    'site timezone: custom',
    'page published: custom',
    // What the link leads to, and what goes together in a page, a tab and a frame.
    'page embed: read',
    'page timezone: custom',
    'page frames[].embed: read',
    'page frames[].timezone: custom',
    'page frames[]: read',
    'page tabs[].embed: read',
    'page tabs[].timezone: custom',
    'page tabs[].frames[].embed: read',
    'page tabs[].frames[].timezone: custom',
    'page tabs[].frames[]: read',
    'page tabs[]: read',
    'page (all of it): read',
    // When it comes again, and whether it ends after it has begun.
    'event (all of it): custom',
    'event starts: custom',
    'announcement (all of it): custom',
    'announcement from: custom',
    'announcement until: custom',
    'video videoId: read',
    'video published: custom',
  ])
})

test('the editor has every content file, and asks for nothing but a repository', () => {
  const { singletons, collections, backend } = editorConfig(REPOSITORY, 'Lanai')
  expect([...singletons, ...collections].map(({ name }) => name)).toEqual([
    'site',
    'navigation',
    'home',
    'pages',
    'events',
    'announcements',
    'weeks',
    'videos',
    'transcripts',
  ])
  expect(backend).toEqual({ name: 'github', repo: 'a/b', branch: 'main', auth_methods: ['token'] })
})

test('names of a file’s own choice come back as they were, also those with a dot, wherever they stand', () => {
  const schema = z.object({
    all: z.record(z.string(), z.string()),
    few: z.array(z.object({ it: z.record(z.string(), z.string()) })),
  })
  const content = {
    all: { 'entry.104': 'email', Name: 'full_name' },
    few: [{ it: {} }, { it: { a: 'b' } }],
    more: 1,
  }
  const rows = toRows(content, formOf(schema))
  expect(rows).toMatchObject({
    all: [{ key: 'entry.104', value: 'email' }, { key: 'Name' }],
    few: [{ it: [] }, {}],
  })
  expect(fromRows(rows, formOf(schema))).toEqual(content)
})

describe('a file is changed', () => {
  test.each([
    ['site.yaml', '_singletons/entries/site'],
    ['pages/all-mentors.yaml', 'pages/entries/all-mentors'],
    ['playlist/cohort-17/00-week-0/index.md', 'weeks/entries/cohort-17/00-week-0/index'],
    ['playlist/cohort-17/00-week-0/01-a.md', 'videos/entries/cohort-17/00-week-0/01-a'],
    ['playlist/cohort-17/00-week-0/01-a.vtt', 'transcripts/entries/cohort-17/00-week-0/01-a'],
  ])('%s: in its form', (file, form) => {
    expect(addressOf(file, REPOSITORY)).toBe(`/edit#/collections/${form}`)
  })

  test('in GitHub’s own editor, where the programme has chosen that', () => {
    expect(addressOf('home.yaml', { ...REPOSITORY, at: 'github' })).toBe(
      'https://github.com/a/b/edit/main/src/content/home.yaml',
    )
  })
})

/** With all within them, by path as rules have it. */
function fieldsOf(fields: FormField[], at = ''): [path: string, field: FormField][] {
  return fields.flatMap((field) => {
    const path = `${at}${field.name}`
    const entry = field.field as FormField | undefined
    return [
      [path, field] as [string, FormField],
      ...(entry ? [[`${path}[]`, entry] as [string, FormField]] : []),
      ...fieldsOf((field.fields ?? []) as FormField[], field.widget === 'list' ? `${path}[].` : `${path}.`),
    ]
  })
}

function isInForm(rule: string, field: FormField | undefined): boolean {
  // An empty line of a list of texts is left out when it is saved.
  if (!field) return rule === 'min_length'
  if (rule === 'needed') return field.required
  if (rule === 'choice') return Array.isArray(field.options)
  if (rule === 'names and values') return Array.isArray(field.fields)
  if (rule === 'min_length') return field.widget === 'list' ? typeof field.min === 'number' : true
  if (rule === 'greater_than') return typeof field.min === 'number'
  if (rule === 'less_than') return typeof field.max === 'number'
  if (rule === 'safeint') return field.value_type === 'int'
  return ['regex', 'email', 'url', 'date'].includes(rule) && Array.isArray(field.pattern)
}
