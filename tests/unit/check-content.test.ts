import { expect, test } from 'vitest'
import { checkContentCommand } from '../../scripts/check-content.ts'
import { refusedSamples } from '#src/content-check/list-samples.ts'
import { outputOf } from '../support/command-output.ts'
import { useContentCopy } from '../support/content-copy.ts'

// To draw the times of events takes most of a check, and no test here is about them.
const copy = useContentCopy(/\/programme\/events\/(?!intake-forms)/)
const VIDEO = 'src/content/playlist/cohort-17/00-week-0/02-mentor-orientation.md'
const HEAD = 'title: A page\ndescription: What it is for.\n'

test('0 when nothing is wrong, with what is a sample', async () => {
  const { status, out, err } = await run()
  expect([status, err]).toEqual([0, ''])
  const [sound, pages, videos, ...others] = out.split('\n')
  expect(sound).toBe('No mistakes in the content.')
  expect(pages).toMatch(/^28 of 33 pages show a sample: \/all-mentors, .*\/weekly-updates\.$/)
  expect(videos).toBe('2 of 37 videos are samples: cohort-16/01-week-1 (2).')
  expect(others).toEqual([])
})

test('0 without what is no sample any more', async () => {
  copy.write('src/content/pages/leaderboard.yaml', `${HEAD}embed: https://airtable.com/shrAbc123Def456Gh\n`)
  const { out } = await run()
  expect(out).not.toMatch(/sample: .*\/leaderboard/)
  expect(out).toContain('\n27 of 33 pages show a sample: ')
})

test('1 for mistakes in pages and in videos, all at once, with file and line', async () => {
  copy.write('src/content/pages/tools.yaml', 'titel: Tools\n')
  copy.write(VIDEO, '---\ntitle: Onboarding\nvideoId: nothing\n---\n')
  const { status, out, err } = await run()
  expect([status, out]).toEqual([1, ''])
  expect(err).toContain('src/content/pages/tools.yaml:1:1')
  expect(err).toContain(`${VIDEO}:3:10`)
  const json = await run('--json')
  expect(json.status).toBe(1)
  expect((JSON.parse(json.out) as { samples: string[] }).samples[1]).toContain('of 36 videos')
  expect(json.out).toContain(`"file": "${VIDEO}"`)
})

test('2 for an option that there is not, with the help; 0 for the help alone', async () => {
  const wrong = await run('--nope')
  expect([wrong.status, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('Exit status: 0 no mistakes, 1 mistakes, 2 wrong arguments.')
  expect(await run('--help')).toMatchObject({ status: 0, err: '' })
})

test('a build for production refuses samples, unless the content says that members may see them', async () => {
  const site = copy.read('src/content/site.yaml')
  expect(await refusedSamples(copy.root)).toEqual([])
  copy.write('src/content/site.yaml', site.replace(/^samples:.*\n/m, ''))
  const refused = await refusedSamples(copy.root)
  expect(refused).toMatchObject([{ file: 'src/content/site.yaml' }])
  expect(refused[0]?.message).toMatch(/^28 of 33 pages .* 2 of 37 videos .*`samples: shown to members`\.$/)
})

test("another programme's content has no mistakes", async () => {
  copy.remove('src/content')
  for (const [path, text] of Object.entries(anotherProgramme)) copy.write(`src/content/${path}`, text)
  const { status, out, err } = await run()
  expect([status, err]).toEqual([0, ''])
  expect(out).toBe('No mistakes in the content.')
})

async function run(...args: string[]) {
  const { status, stdout, stderr } = await outputOf(() => checkContentCommand(args, copy.root))
  return { status, out: stdout.trimEnd(), err: stderr.trimEnd() }
}

const group = (title: string) => `---\ntitle: ${title}\n---\n`
const video = (title: string, id: string) =>
  `---\n"title":   ${title}\nvideoId:   https://youtu.be/${id}\n---\n`

/**
 * What another programme has written, by path below `src/content`: a new cohort, brand and menu, in another YAML style.
 * Nothing in it is a mistake.
 */
const anotherProgramme: Record<string, string> = {
  'site.yaml': [
    '{brand: "Kona Works",program: "Cohort 18",',
    "   'season': 'Fall 2026', timezone: \"America/Los_Angeles\",",
    '   copyright: "© 2026 Kona Works", contact: hello@kona.example.org }',
    '',
  ].join('\n'),
  'navigation.yaml': `
groups:
    -   label:    "Start"
        href:     /start-here
        icon:     compass
        children: []
    -   {label: 'Recordings', href: /video-playlist, icon: play, children: [ {label: Who, href: /who} ]}
channels: [ ]
social:
-   {  label: "Web"  , href: "https://kona.example.org"  , icon: globe }`,
  'home.yaml': `
heading:     "Hello"
description: >-
    Everything of Cohort 18,
    folded over two lines.
cards: [{title: Start, text: "Read me first", href: /start-here, icon: compass}]


banner: {title: New here?, text: "One page.", action: Read it, href: /start-here, until: cohort-18/01-kickoff/01-hello}
`,
  'pages/start-here.yaml': `title: "Start here"\ndescription: 'What to do first'\nadds: "the first steps"\n`,
  'pages/who.yaml': `
"title": People
"description": |-
  Who is who.
embed:     "https://airtable.com/appKona1234567890/shrKonaPeople1234"
`,
  'pages/video-playlist.yaml': 'title: Recordings\ndescription: All of them.',
  'events/demo-night.yaml':
    'title: "Demo night"\nstarts:   2026-01-05 18:00\nrepeats: "FREQ=MONTHLY;BYDAY=1MO"\n',
  'playlist/cohort-18/index.md': group('Cohort 18'),
  'playlist/cohort-18/01-kickoff/index.md': group('"Kick-off"'),
  'playlist/cohort-18/01-kickoff/01-hello.md': video('Hello', 'konaVideo01'),
  'playlist/cohort-18/01-kickoff/02-rules.md': `${video("'Rules: Ours'", 'konaVideo02')}\n* one\n* two`,
  'playlist/cohort-18/02-sales/index.md': group('Sales'),
  'playlist/cohort-18/02-sales/01-first-call.md': video('The First Call', 'konaVideo03'),
}
