import { expect, test } from 'vitest'
import { readUnfinished, refusedSamples, sayUnfinished } from '#src/content-check/unfinished.ts'
import { useContentCopy } from '../support/content-copy.ts'

const copy = useContentCopy()
const WEEK = 'src/content/playlist/cohort-17/12-week-12'

test('pages and videos that are samples are named and counted', () => {
  const [pages, videos, ...others] = said()
  expect(pages).toMatch(/^28 of 33 pages show a sample: \/all-mentors, .*\/weekly-updates\.$/)
  expect(videos).toMatch(/^35 of 35 videos are samples: cohort-17\/00-week-0 \(3\), .*13-demo-day \(2\)\.$/)
  expect(others).toEqual([])
})

test('what is the programme’s own is not', () => {
  copy.write('src/content/pages/leaderboard.yaml', `${HEAD}embed: https://airtable.com/shrAbc123Def456Gh\n`)
  copy.write(`${WEEK}/01-a.md`, '---\ntitle: A\nvideoId: https://youtu.be/dQw4w9WgXcQ\n---\n')
  const [pages, videos] = said()
  expect(pages).toMatch(/^27 of 33 pages .*(?<!\/leaderboard), /)
  expect(videos).toMatch(/^35 of 36 videos .*12-week-12 \(1\)/)
})

test('pages with nothing to show yet, and weeks without a video, are named', () => {
  copy.write('src/content/pages/perks.yaml', `${HEAD}adds: the perks\n`)
  copy.write('src/content/playlist/cohort-18/01-week-1/index.md', '---\ntitle: Week 1\n---\n')
  expect(said().slice(2)).toEqual([
    '1 of 33 pages have nothing to show yet: /perks.',
    '1 of 15 weeks have no video yet, and are not shown: cohort-18/01-week-1.',
  ])
})

test('a build for production refuses samples, unless the content says in words that members may see them', () => {
  const site = copy.read('src/content/site.yaml')
  expect(refusedSamples(copy.root, copy.packs)).toEqual([])
  copy.write('src/content/site.yaml', site.replace(/^samples:.*\n/m, ''))
  const [refused, ...others] = refusedSamples(copy.root, copy.packs)
  expect(others).toEqual([])
  expect(refused).toMatchObject({ file: 'src/content/site.yaml' })
  expect(refused?.message).toMatch(/^28 of 33 pages .* 35 of 35 videos .*`samples: shown to members`\.$/)
})

function said(): string[] {
  return sayUnfinished(readUnfinished(copy.root, copy.packs))
}

const HEAD = 'title: A page\ndescription: What it is for.\n'
