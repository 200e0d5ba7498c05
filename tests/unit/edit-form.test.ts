import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { editUrlOf } from '#src/edit/addresses.ts'
import { editorConfig } from '#src/edit/config.ts'
import { formFields, type FormField } from '#src/edit/form-fields.ts'
import { readYaml, writeYaml } from '#src/edit/formats.ts'
import { PagePreview } from '#src/edit/PagePreview.tsx'
import { repeatOptions } from '#src/edit/repeats.ts'
import { announcementFile } from '#src/schemas/announcement.ts'
import { eventSchema } from '#src/schemas/event.ts'
import { contentKinds } from '#src/schemas/files.ts'
import { pageSchema } from '#src/schemas/page.ts'
import { folderSchema, transcriptFile, videoFile } from '#src/schemas/playlist.ts'
import { elements, parseHtml, textOf } from '../support/html.ts'

const REPOSITORY = { repository: 'a/b', branch: 'main', at: 'portal', saves: 'commits' } as const
const SITE = { brand: 'Lanai', timezone: 'Pacific/Honolulu' }
const PROGRAMME = {
  cohorts: [{ path: 'cohort-18', title: 'Cohort 18' }],
  events: [eventSchema.parse({ title: 'Sprint', starts: '2025-06-02 09:00', repeats: 'FREQ=DAILY;COUNT=5' })],
}
const SCHEMAS: Record<string, z.ZodType> = {
  ...Object.fromEntries(contentKinds.map(({ name, schema }) => [name, schema])),
  announcement: announcementFile,
  week: folderSchema,
  video: videoFile,
  transcript: transcriptFile,
}
const like = (field: object) => expect.objectContaining(field) as object

test.each<[string, z.ZodType, Partial<FormField>]>([
  ['what is needed', z.string().min(1), { widget: 'string', required: true }],
  ['what may be left out', z.string().optional(), { required: false }],
  [
    'what holds without it',
    z.number().default(60).describe('How long.'),
    { hint: 'How long. If empty: 60.', required: false },
  ],
  [
    'a pattern with its own sentence',
    z.string().regex(/^\p{L}+$/u, 'Write letters.'),
    { pattern: ['/^\\p{L}+$/u', 'Write letters.'] },
  ],
  ['bounds of a number', z.int().min(1).max(9), { widget: 'number', value_type: 'int', min: 1, max: 9 }],
  ['what there is to choose from', z.enum(['a', 'b']), { widget: 'select', options: ['a', 'b'] }],
  [
    'what a person reads for each value',
    z
      .literal(true)
      .optional()
      .meta({ title: 'Shown as', choices: { '': 'A card', true: 'A frame' } }),
    {
      label: 'Shown as',
      options: [
        { label: 'A card', value: '' },
        { label: 'A frame', value: true },
      ],
    },
  ],
  ['the one thing it may be', z.literal(true).optional(), { widget: 'select', options: [true] }],
  ['how many there are at least', z.array(z.string()).min(2), { widget: 'list', min: 2 }],
  [
    'a rule of each entry',
    z.array(z.string().regex(/^x/, 'X.')),
    { field: like({ pattern: ['/^x/u', 'X.'] }) },
  ],
  ['a day', z.iso.date('A day.'), { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' }],
  ['an address for mail', z.email(), { widget: 'string', type: 'email' }],
  [
    'custom file names as rows',
    z.record(z.string(), z.enum(['a'])),
    { widget: 'list', fields: [like({ name: 'key' }), like({ options: ['a'] })] as FormField[] },
  ],
])('a form has the input that its schema asks for: %s', (_, schema, said) => {
  expect(formFields(z.object({ it: schema }))[0]).toMatchObject(said)
})

test.each(Object.entries(SCHEMAS))('the form of %s explains every field', (_, schema) => {
  expect(unexplained(formFields(schema))).toEqual([])
})

test('the editor has every content file', () => {
  const { singletons, collections } = editorConfig(REPOSITORY, SITE, PROGRAMME)
  expect([...singletons, ...collections].map(({ name }) => name)).toEqual([
    ...['site', 'navigation', 'groups', 'home', 'announcements', 'events', 'pages'],
    ...['cohort-18-weeks', 'cohort-18-videos', 'cohort-18-transcripts', 'cohorts'],
  ])
})

test('the editor needs a repository as its only setting', () => {
  const { backend } = editorConfig(REPOSITORY, SITE, PROGRAMME)
  const github = {
    name: 'github',
    repo: 'a/b',
    branch: 'main',
    auth_methods: ['[[github-app:oauth]]', 'token'],
    auth_endpoint: '/edit-sign-in',
  }
  expect(backend).toEqual({ ...github, skip_ci: true })
  const reviewed = editorConfig({ ...REPOSITORY, saves: 'pull requests' }, SITE, PROGRAMME)
  expect(reviewed.backend).toEqual(github)
})

test('a preview refuses a link that the content check refuses', () => {
  const page = { title: 'Tools', description: 'Tools.', embed: 'https://airtable.com/appZ9y8X7w6V5u4T3' }
  const shown = renderToStaticMarkup(createElement(PagePreview, page))
  expect(textOf(elements(parseHtml(shown), '[role="alert"]')[0])).toMatch(/Paste the share link/)
})

test('a preview names the permissions that pasted code gives a frame', () => {
  const embed = '<iframe src="https://team.whereby.com/office" allow="camera; fullscreen"></iframe>'
  const page = { title: 'Office', description: 'Talk to us.', embed }
  expect(renderToStaticMarkup(createElement(PagePreview, page))).toContain('Can ask members for: camera<')
})

test('a page’s own text has a Markdown field', () => {
  expect(formFields(pageSchema)).toContainEqual(like({ name: 'text', widget: 'markdown', required: false }))
})

test('a preview shows a page’s own text', () => {
  const page = {
    kind: 'text' as const,
    title: 'Alumni',
    text: 'Who *came*.',
    words: createElement('em', null, 'came'),
  }
  expect(renderToStaticMarkup(createElement(PagePreview, page))).toContain('<em>came</em>')
})

test.each([
  [announcementFile, 'from', 'YYYY-MM-DD HH:mm'],
  [announcementFile, 'until', 'YYYY-MM-DD'],
  [eventSchema, 'starts', 'YYYY-MM-DD HH:mm'],
  [videoFile, 'date', 'YYYY-MM-DD'],
  [videoFile, 'published', 'YYYY-MM-DD HH:mm'],
])('a date is picked: %#', (schema, name, format) => {
  expect(formFields(schema)).toContainEqual(like({ name, widget: 'datetime', format }))
})

test('an event’s time is picked in the programme’s time zone', () => {
  const { collections } = editorConfig(REPOSITORY, SITE, PROGRAMME)
  const fields = collections.find(({ name }) => name === 'events')?.fields
  expect(fields).toContainEqual(like({ name: 'starts', input_timezone: 'Pacific/Honolulu' }))
})

test.each([
  [announcementFile, ['title', 'body', 'from', 'until']],
  [videoFile, ['title', 'videoId', 'body', 'speakers']],
])('a form begins with what most files have: %#', (schema, names) => {
  const all = formFields(schema).map(({ name }) => name)
  expect(all.slice(0, names.length)).toEqual(names)
})

test('the form of a page has what every kind may have at its end', () => {
  const names = formFields(pageSchema).map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['title', 'description', 'kind'])
  expect(names.slice(-4)).toEqual(['note', 'parent', 'for', 'published'])
})

test('groups are chosen from their file', () => {
  expect(formFields(eventSchema)).toContainEqual(
    like({ name: 'for', widget: 'relation', file: 'groups', multiple: true }),
  )
})

test('the rule of an event has only options that a choice knows', () => {
  const { collections } = editorConfig(REPOSITORY, SITE, PROGRAMME)
  const fields = collections.find(({ name }) => name === 'events')?.fields
  const rule = fields?.find(({ name }) => name === 'repeats')
  expect(JSON.parse(JSON.stringify(rule))).not.toHaveProperty('type')
})

test('the form offers in words how an event repeats', () => {
  const words = new Map(repeatOptions(PROGRAMME.events).map(({ value, label }) => [value, label]))
  expect(words.get('')).toBe('Once')
  expect(words.get('FREQ=WEEKLY;BYDAY=WE')).toBe('Every Wednesday')
  expect(words.get('FREQ=MONTHLY;BYDAY=-1SA')).toBe('Last Saturday of the month')
  expect(words.get('FREQ=DAILY;COUNT=5')).toBe('Every day, 5 times, 9:00 AM')
})

test('a form lists freely named keys as rows', () => {
  const prefill = 'prefill:\n  entry.104: email\n  Name: full_name\n'
  const file = `title: ''\n${prefill}tabs:\n  - ${prefill.replaceAll(/\n(?=.)/g, '\n    ')}more: 1\n`
  const rows = [
    { key: 'entry.104', value: 'email' },
    { key: 'Name', value: 'full_name' },
  ]
  const content = readYaml(file)
  expect(content).toEqual({ title: '', prefill: rows, tabs: [{ prefill: rows }], more: 1 })
  expect(writeYaml(content)).toBe(file)
})

test.each([
  ['site.yaml', '_singletons/entries/site'],
  ['pages/all-mentors.yaml', 'pages/entries/all-mentors'],
  ['playlist/cohort-17/00-week-0/01-a.md', 'cohort-17-videos/entries/00-week-0/01-a'],
])('%s has a form, or opens in GitHub’s editor', (file, form) => {
  expect(editUrlOf(file, REPOSITORY)).toBe(`/edit#/collections/${form}`)
  expect(editUrlOf(file, { ...REPOSITORY, at: 'github' })).toBe(
    `https://github.com/a/b/edit/main/src/content/${file}`,
  )
})

/** The fields without a hint, except rows of names and values. */
function unexplained(fields: FormField[]): string[] {
  return fields.flatMap(({ name, hint, fields: below = [] }) => [
    ...(hint || ['key', 'value'].includes(name) ? [] : [name]),
    ...unexplained(below as FormField[]),
  ])
}
