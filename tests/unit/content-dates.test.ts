import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readContentDates } from '../../integrations/content-dates.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lanai-history-'))
  mkdirSync(join(root, 'src/content'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('content is as old as its place in the history', () => {
  test('what a commit adds came with it; what the first one brought was there from the start', async () => {
    begin()
    commit('2025-06-02', { alumni: 'Alumni' })
    expect(await dates()).toEqual({ alumni: '2025-06-02' })
  })

  test('a change makes nothing new', async () => {
    begin()
    commit('2025-06-02', { alumni: 'Alumni' })
    commit('2025-06-09', { alumni: 'Former founders', tools: 'The tools' })
    expect(await dates()).toEqual({ alumni: '2025-06-02' })
  })

  test('a branch came when it was merged', async () => {
    begin()
    git('checkout', '-qb', 'summer')
    commit('2025-06-02', { alumni: 'Alumni' })
    git('checkout', '-q', 'main')
    commit('2025-06-04', { tools: 'The tools' })
    gitOn('2025-06-09', 'merge', '-q', '--no-ff', '-m', 'Summer', 'summer')
    expect(await dates()).toEqual({ alumni: '2025-06-09' })
  })

  test('a new name is nothing new', async () => {
    begin()
    renameSync(fileOf('tools'), fileOf('toolbox'))
    commit('2025-06-02', {})
    expect(await dates()).toEqual({})
  })

  test('what was taken out and brought again came again', async () => {
    begin()
    commit('2025-06-02', { alumni: 'Alumni' })
    rmSync(fileOf('alumni'))
    commit('2025-06-04', {})
    commit('2025-06-09', { alumni: 'Alumni' })
    expect(await dates()).toEqual({ alumni: '2025-06-09' })
  })

  test('a shallow clone knows what came after it was cut off, and of the rest nothing', async () => {
    begin()
    commit('2025-06-02', { alumni: 'Alumni' })
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

  test('without a history nothing has a date', async () => {
    write({ tools: 'The tools' })
    expect(await dates()).toEqual({})
  })
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
  const known = await readContentDates(from)
  return Object.fromEntries(
    [...known].map(([file, at]) => [
      file.replace(/^src\/content\/|\.yaml$/g, ''),
      new Date(at).toISOString().slice(0, 10),
    ]),
  )
}
