import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readContentDates } from '../../tools/content-dates.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lanai-history-'))
  mkdirSync(join(root, 'src/content'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('content is dated by the commit that added it', async () => {
  begin()
  commit('2025-06-02', { alumni: 'Alumni' })
  expect(await dates()).toEqual({ alumni: '2025-06-02' })
  commit('2025-06-09', { alumni: 'Former founders', tools: 'The tools' })
  renameSync(fileOf('tools'), fileOf('toolbox'))
  commit('2025-06-10', {})
  expect(await dates(), 'after a change and a new name').toEqual({ alumni: '2025-06-02' })
})

test('content has a date only as far as the git history is known', async () => {
  write({ tools: 'The tools' })
  expect(await dates()).toEqual({})
  begin()
  commit('2025-06-09', { perks: 'Perks' })
  const shallow = join(root, 'shallow')
  for (const [depth, known] of [
    ['1', {}],
    ['2', { perks: '2025-06-09' }],
  ] as const) {
    execFileSync('git', ['clone', '-q', '--depth', depth, `file://${root}`, shallow])
    expect(await dates(shallow)).toEqual(known)
    rmSync(shallow, { recursive: true })
  }
})

test.each([
  [
    'another user’s',
    'GIT_TEST_ASSUME_DIFFERENT_OWNER',
    '1',
    /another user.*Run git config --global --add safe\.directory '\/.*'\.$/,
  ],
  ['without git', 'PATH', '/nowhere', /^Nothing will be listed under 'New': git isn’t installed\.$/],
])('a checkout that is %s has no dates', async (_, variable, value, sentence) => {
  begin()
  vi.stubEnv(variable, value)
  const { dates, problem } = await readContentDates(root)
  vi.unstubAllEnvs()
  expect(dates.size).toBe(0)
  expect(problem).toMatch(sentence)
})

function begin(): void {
  git('init', '-q', '-b', 'main')
  commit('2025-05-01', { tools: 'Tools' })
}

function commit(day: string, pages: Record<string, string>): void {
  write(pages)
  git('add', '-A')
  gitOn(day, 'commit', '-q', '-m', 'A change')
}

function write(pages: Record<string, string>): void {
  for (const [name, title] of Object.entries(pages))
    writeFileSync(fileOf(name), `title: ${title}\n`.repeat(9))
}

function fileOf(name: string): string {
  return join(root, `src/content/${name}.yaml`)
}

function git(...args: string[]): void {
  gitOn('2025-05-01', ...args)
}

function gitOn(day: string, ...args: string[]): void {
  const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' }
  const when = { GIT_AUTHOR_DATE: '2020-01-01T12:00:00Z', GIT_COMMITTER_DATE: `${day}T12:00:00Z` }
  const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' }
  execFileSync('git', args, { cwd: root, env: { ...process.env, ...who, ...committer, ...when } })
}

async function dates(from = root): Promise<Record<string, string>> {
  const { dates: known } = await readContentDates(from)
  return Object.fromEntries(
    [...known].map(([file, at]) => [
      file.replace(/^src\/content\/|\.yaml$/g, ''),
      new Date(at).toISOString().slice(0, 10),
    ]),
  )
}
