import { afterEach, expect, test, vi } from 'vitest'
import { checkContentCommand } from '../../scripts/check-content.ts'
import { outputOf } from '../support/command-output.ts'
import { useContentCopy } from '../support/content-copy.ts'

// To draw the times of events takes most of a check, and no test here is about them.
afterEach(() => void vi.unstubAllEnvs())
const copy = useContentCopy(/\/programme\/events\/(?!intake-forms)/)
const SITE = 'src/content/site.yaml'
const EVENT = 'src/content/events/demo-night.yaml'
const ANNOUNCEMENT = 'src/content/announcements/hi.md'
const VIDEO = 'src/content/playlist/cohort-17/00-week-0/02-mentor-orientation.md'

test('the check of the content exits with 0 when nothing is wrong', async () => {
  const { status, out, err } = await run()
  expect([status, err]).toEqual([0, ''])
  const [sound, samples, ...others] = out.split('\n')
  expect(sound).toBe('No mistakes in the content.')
  expect(samples).toMatch(
    /^30 files are samples: pages\/all-mentors\.yaml, .*cohort-16\/01-week-1\/.*\.md\.$/,
  )
  expect(others).toEqual(["Nothing will be listed under 'New': this folder has no git history."])
})

test('the check of the content exits with 1 for mistakes', async () => {
  copy.write('src/content/pages/tools.yaml', 'titel: Tools\n')
  copy.write(VIDEO, '---\ntitle: Onboarding\nvideoId: nothing\n---\n')
  const { status, out, err } = await run()
  expect([status, out]).toEqual([1, ''])
  expect(err).toContain('src/content/pages/tools.yaml:1\n')
  expect(err).toContain(`${VIDEO}:3\n`)
  const json = await run('--json')
  expect(json.status).toBe(1)
  expect((JSON.parse(json.out) as { samples: string[] }).samples).toContain('pages/all-mentors.yaml')
  expect(json.out).toContain(`"file": "${VIDEO}"`)
})

test('`samples: none` makes each sample a mistake in its file', async () => {
  copy.write(SITE, copy.read(SITE).replace('samples: shown to members', 'samples: none'))
  copy.write(EVENT, 'title: Demo night\nstarts: 2025-08-20 18:00\nsample: true\n')
  copy.write(ANNOUNCEMENT, '---\ntitle: Hi\nsample: true\nfrom: 2025-06-30\nuntil: 2025-07-04\n---\n')
  const { status, err } = await run()
  expect(status).toBe(1)
  expect(err).toMatch(/^32 mistakes in the content:/)
  for (const place of [
    `${EVENT}:3\n    3 | sample: true`,
    `${ANNOUNCEMENT}:3\n    3 | sample: true`,
    'src/content/pages/tools.yaml:5\n    5 | embed: /samples/tools',
    'src/content/playlist/cohort-16/01-week-1/01-talk-story.md:3\n    3 | videoId: SAMPLE-',
  ])
    expect(err).toContain(`  ${place}`)
  expect(err).toContain(
    'This is a sample, and `samples: none` in site.yaml refuses all. Delete this file, or',
  )
})

test('the check of the content annotates each mistake where GitHub runs it', async () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  copy.write(VIDEO, '---\ntitle: Onboarding\nvideoId: 100%\n---\n')
  const { err } = await run()
  expect(err).toContain(`\n::error file=${VIDEO},line=3::“100%25” isn’t a YouTube video. `)
})

test('the check of the content exits with 2 for an unknown option', async () => {
  const wrong = await run('--nope')
  expect([wrong.status, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('Exit status: 0 no mistakes, 1 mistakes, 2 wrong arguments.')
})

async function run(...args: string[]) {
  const { status, stdout, stderr } = await outputOf(() => checkContentCommand(args, copy.root))
  return { status, out: stdout.trimEnd(), err: stderr.trimEnd() }
}
