import { describe, expect, test } from 'vitest'
import { wordsOf } from '#src/components/playlist/words.ts'
import { offerOf, reduceSelection, selectionOf } from '#src/islands/playlist/selection.ts'
import {
  findVideo,
  neighbourOf,
  reduceTree,
  treeOf,
  videosOf,
  wantedOf,
  type Tree,
} from '#src/islands/playlist/tree.ts'
import { NOTHING_KNOWN } from '#src/shared/playlist/known.ts'
import { packView, unpackView, type PackedView } from '#src/shared/playlist/packed-view.ts'
import { lineAt, type CohortView, type VideoView, type WeekView } from '#src/shared/playlist/view.ts'

const video = (path: string, title: string, aliases: string[] = []): VideoView => ({
  at: null,
  path,
  title,
  fragment: title.replaceAll(' ', '-'),
  aliases,
  videoId: 'SAMPLE-0001',
  speakers: [],
  date: null,
  durationSeconds: 60,
  description: [],
  hasTranscript: false,
})
const week = (path: string, videos: VideoView[] | null): WeekView => ({
  at: null,
  path,
  title: path,
  count: 2,
  minutes: 2,
  videos,
})

const [one, two, three] = [
  video('c-2/1/1-a', 'One'),
  video('c-2/1/2-b', 'Two', ['Old-Two']),
  video('c-2/2/1-c', 'Three'),
]
const second = week('c-2/2', [three])
const cohorts: CohortView[] = [
  {
    at: null,
    path: 'c-2',
    title: 'Cohort 2',
    count: 4,
    minutes: 4,
    weeks: [week('c-2/1', [one, two]), week('c-2/2', null)],
  },
  { path: 'c-1', title: 'Cohort 1', count: 9, minutes: 9, at: null, weeks: null },
]
const start = treeOf(cohorts, 'c-2/1')

describe('The list', () => {
  test('asks for what is open and not here, once, and again after a failure when it is opened again', () => {
    expect(wantedOf(start)).toEqual([])
    const open = reduceTree(start, { type: 'toggled', path: 'c-2/2', open: true })
    expect(wantedOf(open)).toEqual(['c-2/2'])
    const failed = reduceTree(reduceTree(open, { type: 'requested', path: 'c-2/2' }), {
      type: 'failed',
      path: 'c-2/2',
    })
    expect(wantedOf(failed)).toEqual([])
    const closed = reduceTree(failed, { type: 'toggled', path: 'c-2/2', open: false })
    expect(wantedOf(reduceTree(closed, { type: 'toggled', path: 'c-2/2', open: true }))).toEqual(['c-2/2'])
  })

  test('asks for four at a time when all are opened', () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ ...cohorts[1], path: `c-${n}` }) as CohortView)
    const all = reduceTree(treeOf(many, 'c-0/1'), { type: 'all-toggled', open: true })
    expect(wantedOf(all)).toHaveLength(4)
    expect(wantedOf(reduceTree(all, { type: 'requested', path: 'c-0' }))).toHaveLength(3)
  })

  test('takes a week in without touching the others', () => {
    const filled = reduceTree(start, { type: 'arrived', group: second })
    expect(videosOf(filled).map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
    expect(filled.cohorts[0]?.weeks?.[0]).toBe(start.cohorts[0]?.weeks?.[0])
    expect(filled.cohorts[1]).toBe(start.cohorts[1])
  })

  test('opens the week and cohort of what is shown', () => {
    const closed = reduceTree(start, { type: 'all-toggled', open: false })
    expect([...reduceTree(closed, { type: 'revealed', video: one.path }).open]).toEqual(['c-2', 'c-2/1'])
  })

  test.each<[string, string | undefined]>([
    ['Two', 'Two'],
    ['two', 'Two'],
    ['old-two', 'Two'],
    ['Three', undefined],
  ])('finds %s by any spelling and former name', (fragment, title) => {
    expect(findVideo(start, fragment)?.title).toBe(title)
  })

  test.each<[string, Tree, VideoView, -1 | 1, string | undefined]>([
    ['after the first', start, one, 1, 'c-2/1/2-b'],
    ['before the first', start, one, -1, undefined],
    ['in a week that is not here, that week', start, two, 1, 'c-2/2'],
    ['in a week that has come', reduceTree(start, { type: 'arrived', group: second }), two, 1, 'c-2/2/1-c'],
  ])('knows the neighbour %s', (_, tree, from, by, path) => {
    expect(neighbourOf(tree, from, by)?.path).toBe(path)
  })
})

test('a page tells its script all it holds, but for the descriptions of videos that are not shown first', () => {
  const named = { ...one, fragment: 'The-First', speakers: ['Leilani'], description: ['Aloha'] }
  const view = {
    cohorts: [
      { ...cohorts[0], weeks: [week('c-2/1', [named, two]), week('c-2/2', null)] } as CohortView,
      ...cohorts.slice(1),
    ],
    week: 'c-2/1',
    shards: 3,
  }
  const told = unpackView(JSON.parse(JSON.stringify(packView(view, named))) as PackedView)
  expect(told).toEqual({
    ...view,
    cohorts: [
      {
        ...view.cohorts[0],
        weeks: [week('c-2/1', [named, { ...two, description: null }]), week('c-2/2', null)],
      },
      ...cohorts.slice(1),
    ],
  })
})

test('what is shown came by what was pressed last; otherwise by the browser’s own buttons', () => {
  const pressed = reduceSelection(selectionOf(one), { type: 'pressed', cause: 'continue' })
  expect(pressed.video).toBe(one)
  const shown = reduceSelection(pressed, { type: 'shown', video: two, seconds: 9, missing: null })
  expect(shown).toMatchObject({ video: two, seconds: 9, cause: 'continue' })
  expect(reduceSelection(shown, { type: 'shown', video: one, seconds: null, missing: null })).toMatchObject({
    cause: 'history',
  })
})

test('what the address names and nobody finds is said until it names a video', () => {
  const lost = reduceSelection(selectionOf(one), {
    type: 'shown',
    video: one,
    seconds: null,
    missing: 'No Such',
  })
  expect(lost).toMatchObject({ video: one, missing: 'No Such' })
  const found = reduceSelection(lost, { type: 'shown', video: two, seconds: null, missing: null })
  expect(found).toMatchObject({ video: two, missing: null })
})

test.each([
  [null, -1],
  [0, -1],
  [5, 0],
  [9.9, 0],
  [10, 1],
  [99, 1],
])('at %s seconds line %i is said', (seconds, line) => {
  const cues = [5, 10].map((at) => ({ seconds: at, speaker: null, text: '' }))
  expect(lineAt(cues, seconds)).toBe(line)
})

test.each([
  ['nothing for a new video', null, undefined, null],
  [
    'where the member was',
    null,
    { ...NOTHING_KNOWN, positionSeconds: 110, durationSeconds: 1100 },
    'Resume at',
  ],
  ['the moment of a link, whatever is known', 36, { ...NOTHING_KNOWN, positionSeconds: 110 }, 'Play from'],
  ['nothing for a link to the start', 0, { ...NOTHING_KNOWN, positionSeconds: 110 }, null],
] as const)('a video offers %s', (_, linked, known, verb) => {
  expect(offerOf(linked, known)?.verb ?? null).toBe(verb)
})

test('a description is words and elements, without what runs, loads or looks by itself', () => {
  expect(
    wordsOf('<p>A &amp; <em class="x">b</em></p>\n<script>0</script><p><a href="/c" onclick="0">c</a></p>'),
  ).toEqual([
    ['p', {}, ['A & ', ['em', {}, ['b']]]],
    ['p', {}, [['a', { href: '/c' }, ['c']]]],
  ])
})
