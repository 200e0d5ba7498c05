import { expect, test } from 'vitest'
import { cleanHtml } from '#src/components/playlist/clean-html.ts'
import { findVideo, neighbourOf, whereOf } from '#src/islands/playlist/tree.ts'
import { lineAt, type CohortView, type VideoView } from '#src/shared/playlist/view.ts'

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
  description: '',
  hasTranscript: false,
})
const [one, two, three] = [
  video('c-2/1/1-a', 'One'),
  video('c-2/1/2-b', 'Two', ['Old-Two']),
  video('c-2/2/1-c', 'Three'),
]
const week = (path: string, videos: VideoView[]) => ({
  path,
  title: path,
  count: 2,
  minutes: 2,
  at: null,
  videos,
})
const amount = { count: 3, minutes: 3, at: null }
const cohorts: CohortView[] = [
  { ...amount, path: 'c-2', title: 'Cohort 2', weeks: [week('c-2/1', [one, two]), week('c-2/2', [three])] },
  { ...amount, path: 'c-1', title: 'Cohort 1', weeks: null },
]

test.each<[string, string | undefined]>([
  ['Two', 'Two'],
  ['two', 'Two'],
  ['old-two', 'Two'],
  ['Four', undefined],
])('the list finds %s by any spelling and former name', (fragment, title) => {
  expect(findVideo(cohorts, fragment)?.title).toBe(title)
})

test.each<[string, VideoView, -1 | 1, string | undefined]>([
  ['after the first', one, 1, 'c-2/1/2-b'],
  ['before the first', one, -1, undefined],
  ['in the next week', two, 1, 'c-2/2/1-c'],
  ['after the last', three, 1, undefined],
])('the list knows the neighbour %s', (_, from, by, path) => {
  expect(neighbourOf(cohorts, from, by)?.path).toBe(path)
})

test('a video names its cohort and week', () => {
  expect(whereOf(cohorts, three)).toBe('Cohort 2 · c-2/2')
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

test('a description keeps its words and links, without what runs, loads or styles itself', () => {
  const html = '<p>A &amp; <em class="x">b</em></p><script>0</script><p><a href="/c" onclick="0">c</a></p>'
  expect(cleanHtml(html)).toBe('<p>A &amp; <em>b</em></p><p><a href="/c">c</a></p>')
})
