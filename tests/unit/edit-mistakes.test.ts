import { expect, test } from 'vitest'
import { editorConfig } from '#src/edit/config.ts'
import { findMistakes } from '#src/edit/mistakes.ts'
import { readYaml } from '#src/edit/formats.ts'
import { programmeFiles } from '../support/project-copy.ts'

const { collections, singletons } = editorConfig(
  { repository: 'a/b', branch: 'main', at: 'portal', saves: 'commits' },
  { brand: 'Lanai', timezone: 'Pacific/Honolulu' },
  { cohorts: [{ path: 'cohort-17', title: 'Cohort 17' }], events: [] },
)
const fieldsOf = (folder: string) =>
  collections.find((each) => each.folder === `src/content/${folder}`)?.fields ?? []

const PAGE = { title: 'Alumni', description: 'Who was here.' }
const VIDEO = { title: 'Letting Go', videoId: 'dQw4w9WgXcQ' }
const LUNCH = { title: 'Lunch', starts: '2025-06-04 12:00', repeats: 'FREQ=WEEKLY;BYDAY=WE' }

test.each<[path: string, content: object, mistake: string]>([
  [
    'events/lunch.yaml',
    { ...LUNCH, starts: '2025-06-05 12:00' },
    'First time: This time doesn’t match “Repeats”. Write “First time: 2025-06-11 12:00”, or change “Repeats”.',
  ],
  [
    'events/lunch.yaml',
    { ...LUNCH, until: '2025-06-01' },
    'Last day: This ends before it begins. Write a later day.',
  ],
  [
    'events/lunch.yaml',
    { ...LUNCH, doneFor: 'company' },
    'Done for: Only a deadline is done for a company. Delete “Done for”, or add “Kind: Deadline”.',
  ],
  [
    'announcements/news.md',
    { title: 'News', from: '2025-06-30 09:00', until: '2025-06-29', body: 'Words.' },
    'Show until: This ends before it begins. Write a later day.',
  ],
  ['pages/alumni.yaml', { ...PAGE, kind: 'text', text: '' }, 'Text: Fill this in.'],
  [
    'pages/alumni.yaml',
    { ...PAGE, kind: 'coming-soon', comingSoon: 'stories', embed: 'https://example.org' },
    'Link to show: Only a page of “Kind: One link” has “Link to show”. Write that kind, or delete “Link to show”.',
  ],
  [
    'pages/alumni.yaml',
    { ...PAGE, kind: 'tabs', tabs: [{ label: 'All', page: '/all' }, { label: 'More' }] },
    'Tabs › 2: A tab has either a “Page”, or an “Address within the page” with “Link to show” or “Several side by side”. Keep one or the other.',
  ],
  ['playlist/cohort-17/letting-go/letting-go.md', VIDEO, 'Parent Folder: Choose the week of this video.'],
])('a form says what the build would refuse, in its own words: %#', (path, content, mistake) => {
  expect(findMistakes(`src/content/${path}`, content, fieldsOf(path.replace(/\/.*/, '')))).toEqual([mistake])
})

test('a form lets everything pass that the build accepts', () => {
  const all = Object.entries(programmeFiles()).flatMap(([path, text]) => {
    const single = singletons.find(({ file }) => file === path)
    const [, folder = ''] = /^src\/content\/(\w+)\//.exec(path) ?? []
    const yaml = path.endsWith('.yaml') ? text : /^---\n([^]*?)\n---/.exec(text)?.[1]
    if (yaml === undefined) return []
    return findMistakes(path, readYaml(yaml), single?.fields ?? fieldsOf(folder)).map(
      (mistake) => `${path}: ${mistake}`,
    )
  })
  expect(all).toEqual([])
})

test('a form leaves out what is empty and not required', () => {
  const empty = { minutes: null, except: [], place: '', for: [], remind: '', until: undefined }
  expect(findMistakes('src/content/events/lunch.yaml', { ...LUNCH, ...empty }, fieldsOf('events'))).toEqual(
    [],
  )
})
