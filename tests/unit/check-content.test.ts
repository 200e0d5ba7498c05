import { expect, test } from 'vitest'
import { checkContentCommand } from '../../scripts/check-content.ts'
import { outputOf } from '../support/command-output.ts'
import { useContentCopy } from '../support/content-copy.ts'

// To draw the times of events takes most of a check, and no test here is about them.
const copy = useContentCopy(/\/programme\/events\/(?!intake-forms)/)
const VIDEO = 'src/content/playlist/cohort-17/00-week-0/02-mentor-orientation.md'

test('the check of the content exits with 0 when nothing is wrong', async () => {
  const { status, out, err } = await run()
  expect([status, err]).toEqual([0, ''])
  const [sound, pages, videos, ...others] = out.split('\n')
  expect(sound).toBe('No mistakes in the content.')
  expect(pages).toMatch(/^28 of 33 pages show a sample: \/all-mentors, .*\/weekly-updates\.$/)
  expect(videos).toBe('2 of 37 videos are samples: cohort-16/01-week-1 (2).')
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
  expect((JSON.parse(json.out) as { samples: string[] }).samples[1]).toContain('of 36 videos')
  expect(json.out).toContain(`"file": "${VIDEO}"`)
})

test('the check of the content exits with 2 for an unknown option', async () => {
  const wrong = await run('--nope')
  expect([wrong.status, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('Exit status: 0 no mistakes, 1 mistakes, 2 wrong arguments.')
})

test('the check of the content exits with 0 for --help', async () => {
  expect(await run('--help')).toMatchObject({ status: 0, err: '' })
})

async function run(...args: string[]) {
  const { status, stdout, stderr } = await outputOf(() => checkContentCommand(args, copy.root))
  return { status, out: stdout.trimEnd(), err: stderr.trimEnd() }
}
