import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkContentCommand } from '../../scripts/check-content.ts'
import { adviseOnContent } from '#src/content-check/check.ts'
import { anotherProgramme } from '../support/another-programme.ts'
import { useContentCopy } from '../support/content-copy.ts'

const copy = useContentCopy()
const VIDEO = 'src/content/playlist/cohort-17/00-week-0/02-mentor-orientation.md'

test('0 when nothing is wrong, with what is a sample or empty', async () => {
  const { status, out, err } = await run()
  expect([status, err]).toEqual([0, ''])
  expect(out).toMatch(/^No mistakes in the content\.\n28 of 33 pages .*\n35 of 35 videos .*$/)
})

test('1 for mistakes in pages and in videos, all at once, with file and line', async () => {
  copy.write('src/content/pages/tools.yaml', 'titel: Tools\n')
  copy.write(VIDEO, '---\ntitle: Onboarding\nvideoId: nothing\n---\n')
  const { status, out, err } = await run()
  expect([status, out]).toEqual([1, ''])
  expect(err).toContain('src/content/pages/tools.yaml:1:1')
  expect(err).toContain(`${VIDEO}:3:10`)
})

test('--json prints both, for programs', async () => {
  copy.write(VIDEO, '---\ntitle: Onboarding\nvideoId: nothing\n---\n')
  const { status, out } = await run('--json')
  expect(status).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    problems: [{ file: VIDEO, line: 3 }],
    unfinished: { videos: { count: 35 } },
    advice: null,
  })
})

test('2 for an option that there is not, with the help; 0 for the help alone', async () => {
  const wrong = await run('--nope')
  expect([wrong.status, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('Exit status: 0 no mistakes, 1 mistakes, 2 wrong options.')
  expect(await run('--help')).toMatchObject({ status: 0, err: '' })
})

test('another cohort, brand, menu and style of writing are no mistakes', async () => {
  rmSync(join(copy.root, 'src/content'), { recursive: true })
  for (const [path, text] of Object.entries(anotherProgramme)) copy.write(`src/content/${path}`, text)
  const { status, out, err } = await run()
  expect([status, err]).toEqual([0, ''])
  expect(out).toBe('No mistakes in the content.\n1 of 3 pages have nothing to show yet: /start-here.')
})

test('an editor reads when every session is over, and not before its last day is', async () => {
  const events = 'src/content/events'
  expect(adviseOnContent(copy.root, '2040-01-01')).toBeNull()
  rmSync(join(copy.root, events), { recursive: true })
  expect(adviseOnContent(copy.root, '2025-08-29')).toMatch(/^There is no session/)
  copy.write(
    `${events}/a.yaml`,
    'title: A\nstarts: 2025-06-06 16:30\nrepeats: FREQ=WEEKLY;BYDAY=FR\nuntil: 2025-08-29\n',
  )
  expect(adviseOnContent(copy.root, '2025-08-29')).toBeNull()
  expect(adviseOnContent(copy.root, '2025-08-30')).toMatch(/^Every session in src\/content\/events is over/)
  expect((await run()).status).toBe(0)
})

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const status = await checkContentCommand(args, {
    root: copy.root,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    today: '2026-11-22',
  })
  return { status, ...said }
}
