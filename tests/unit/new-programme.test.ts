import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { checkContent } from '#src/content-check/check.ts'
import { packs } from '#src/packs.ts'
import { newProgramme } from '../../programme/new.ts'
import { filesBelow } from '../../tools/files-below.ts'
import { useContentCopy } from '../support/content-copy.ts'

const copy = useContentCopy()
const OWN = ['--cohort', 'Cohort 18: "Mālama"', '--brand', 'Kona’s', '--season', 'Fall 2026', '--weeks', '3']
const ADDRESS = 'embed: https://airtable.com/appAbc1234567890/shrAbc123Def456Gh'

test('a new programme has its own words, its weeks, no sample, and no mistake', async () => {
  commit()
  const channels = ['--channels', 'Program=https://chat.kona.org/a, Social=https://chat.kona.org/b']
  const { status, out, err } = await run([...OWN, ...channels, '--timezone', 'America/New_York', '--yes'])
  expect([status, err]).toEqual([0, ''])
  expect(await checkContent(copy.root, packs)).toEqual([])
  expect(out).not.toContain('sample:')
  expect(out).toContain('3 of 3 weeks have no video yet, and are not shown: cohort-18-malama/01-week-1, ')
  const text = filesBelow(copy.root + '/src/content').map(
    (file) => `${file}\n${copy.read(`src/content/${file}`)}`,
  )
  expect(
    text.filter((each) => /Lanai|Cohort 17|cohort-17|Summer 2025|SAMPLE-|: \/samples\//.test(each)),
  ).toEqual([])
  expect(copy.read('src/content/site.yaml')).toMatch(/^copyright: © 2026 Kona’s$/m)
  expect(copy.read('src/content/navigation.yaml')).toContain('href: https://chat.kona.org/b')
})

test('what is the programme’s own already stays', async () => {
  const video = 'src/content/playlist/cohort-17/03-week-3/04-ours.md'
  copy.write('src/content/pages/leaderboard.yaml', `title: Ours\ndescription: Of all.\n${ADDRESS}\n`)
  copy.write(video, '---\ntitle: Ours\nvideoId: https://youtu.be/dQw4w9WgXcQ\n---\n')
  commit()
  expect(await run([...OWN, '--yes'])).toMatchObject({ status: 0, err: '' })
  expect(copy.read('src/content/pages/leaderboard.yaml')).toContain(ADDRESS)
  expect(copy.read(video)).toContain('title: Ours')
})

test('each answer is asked for until it is one, and nothing is written without a yes', async () => {
  commit()
  const answers = ['Kona', 'Cohort 18', '', 'many', '4', 'Hawaii', '', '', '', 'no']
  const { status, asked, err } = await run([], answers)
  expect(status).toBe(1)
  expect(asked).toHaveLength(answers.length)
  expect(asked[2]).toBe('When does it meet, such as Fall 2026? (Summer 2025) ')
  expect(err).toBe(
    'Write a number from 1 to 52.\nWrite one such as Pacific/Honolulu or America/Los_Angeles.\nNothing was written.',
  )
  expect(gitStatus()).toBe('')
})

test.each([
  [
    'has changes that are not committed',
    () => copy.write('src/content/pages/tools.yaml', `title: T\ndescription: D.\n${ADDRESS}\n`),
  ],
  [
    'is no sample',
    () => {
      copy.write('src/content/site.yaml', SITE)
      commit()
    },
  ],
])('content that %s is not overwritten, unless one says so', async (reason, change) => {
  commit()
  change()
  const before = gitStatus()
  const { status, err } = await run([...OWN, '--yes'])
  expect(status).toBe(1)
  expect(err).toContain(reason)
  expect(err).toContain('--overwrite')
  expect(gitStatus()).toBe(before)
})

test('a cohort that has videos of its own is never overwritten', async () => {
  copy.write(
    'src/content/playlist/cohort-17/03-week-3/04-ours.md',
    '---\ntitle: O\nvideoId: dQw4w9WgXcQ\n---\n',
  )
  commit()
  const { status, err } = await run(['--cohort', 'Cohort 17', '--yes', '--overwrite'])
  expect([status, err]).toEqual([
    1,
    'Cohort 17 has videos that are no samples. Give the cohort another name.',
  ])
})

test.each([
  [['--weeks', '0'], '--weeks cannot be “0”. Write a number from 1 to 52.'],
  [['--channels', 'Program=http://chat'], '--channels cannot be “Program=http://chat”.'],
  [['--yes'], 'Say which cohort'],
  [['--json'], '--json asks nothing: add --yes.'],
  [[], 'Nobody can be asked here: add --yes.'],
  [['--nope'], "Unknown option '--nope'"],
])('%j is answered with what is wrong, the help and 2', async (args, sentence) => {
  const { status, out, err } = await run(args)
  expect([status, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
  expect(err).toContain('Exit status:')
})

test('--json lists what was written and removed', async () => {
  commit()
  const { status, out } = await run([...OWN, '--yes', '--json'])
  expect(status).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ problems: [], unfinished: { pages: { samples: [] } } })
  expect(out).toContain('playlist/cohort-18-malama/03-week-3/index.md')
})

const SITE = [
  'brand: Kona',
  'program: Cohort 17',
  'season: Summer 2025',
  'timezone: Pacific/Honolulu',
  'copyright: © 2024 Kona',
  'contact: team@kona.org',
  'tagline: Shade.',
  '',
].join('\n')

async function run(args: string[], answers: string[] | null = null) {
  const said = { out: [] as string[], err: [] as string[], asked: [] as string[] }
  const status = await newProgramme(args, {
    root: copy.root,
    out: (text) => said.out.push(text),
    err: (text) => said.err.push(text),
    ask: answers && ((text) => Promise.resolve(answers[said.asked.push(text) - 1] ?? '')),
    year: 2026,
  })
  return { status, out: said.out.join('\n'), err: said.err.join('\n'), asked: said.asked }
}

function commit(): void {
  const who = ['-c', 'user.name=Kai', '-c', 'user.email=kai@example.com']
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-qm', 'Begin'],
  ])
    git(words)
}

function gitStatus(): string {
  return git(['status', '--porcelain'])
}

function git(words: string[]): string {
  return execFileSync('git', ['-C', copy.root, ...words], { encoding: 'utf8' })
}
