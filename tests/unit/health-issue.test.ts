import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { healthIssue } from '../../checks/health-issue.ts'
import { topics } from '../../checks/health-issue/topics.ts'
import { startGitHub, type GitHubServer, type Issue } from '../support/github-server.ts'

const REPOSITORY = 'lanai/portal'
const { mark: MARK } = topics.addresses.topic
const TOKEN = 'a-token-that-nobody-reads'
const PERKS = {
  address: 'https://perks.example.net/list',
  detail: 'has nothing there (404)',
  files: ['src/content/pages/perks.yaml'],
}
const TOOLS = {
  address: 'https://tools.example.net/',
  detail: 'does not answer',
  files: ['src/content/pages/tools.yaml'],
}

let github: GitHubServer
let folder = ''

beforeEach(async () => {
  github = await startGitHub(REPOSITORY, TOKEN)
  folder = mkdtempSync(join(tmpdir(), 'lanai-health-'))
})
afterEach(async () => {
  await github.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('one issue in the repository follows what is broken', () => {
  test('it is opened with every address, what it does and where it stands', async () => {
    expect(await run([PERKS, TOOLS])).toMatchObject({ status: 0, out: 'open an issue.' })
    expect(github.issues).toHaveLength(1)
    expect(github.issues[0]?.body).toContain('2 addresses do not work.')
    expect(github.issues[0]?.body).toContain(
      '| `https://perks.example.net/list` | `has nothing there (404)` | `src/content/pages/perks.yaml` |',
    )
  })

  test('none is opened while nothing is broken', async () => {
    expect(await run([])).toMatchObject({ status: 0, out: 'Nothing to do.' })
    expect(github.issues).toEqual([])
  })

  test('it stays untouched while the same is broken', async () => {
    await run([PERKS, TOOLS])
    github.calls.length = 0
    expect(await run([TOOLS, PERKS])).toMatchObject({ status: 0, out: 'Nothing to do.' })
    expect(github.calls).toEqual(['GET issues'])
  })

  test('it is written anew when that changes, and a comment tells what is broken besides', async () => {
    await run([PERKS])
    expect(await run([PERKS, TOOLS])).toMatchObject({ out: 'update issue 1.' })
    expect(github.issues).toHaveLength(1)
    expect(github.issues[0]?.body).toContain('tools.example.net')
    expect(github.issues[0]?.comments).toEqual([expect.stringContaining('tools.example.net')])

    await run([TOOLS])
    expect(github.issues[0]?.body).not.toContain('perks.example.net')
    expect(github.issues[0]?.comments).toHaveLength(1)
  })

  test('it is closed when all answers, and another one is opened the next time', async () => {
    await run([PERKS])
    expect(await run([])).toMatchObject({ status: 0, out: 'close issue 1.' })
    expect(github.issues[0]).toMatchObject({ state: 'closed', comments: ['Every address answers again.'] })
    await run([TOOLS])
    expect(github.issues.map(({ state }) => state)).toEqual(['closed', 'open'])
  })

  test.each<[string, Partial<Issue>]>([
    ['somebody else’s, whatever it says', { by: 'visitor', body: MARK }],
    ['a pull request', { body: MARK, pull_request: {} }],
    ['another one of a workflow', { body: 'Something else.' }],
  ])('it is never %s', async (_, issue) => {
    github.issues.push({ number: 1, state: 'open', by: 'github-actions[bot]', comments: [], ...issue })
    expect(await run([PERKS])).toMatchObject({ out: 'open an issue.' })
    expect(await run([])).toMatchObject({ out: 'close issue 2.' })
    expect(github.issues[0]?.state).toBe('open')
  })

  test('what a stranger’s server said makes no link, no mention and no column of it', async () => {
    const detail = 'refuses frames (frame-ancestors `@everybody` | [x](https://evil.example))'
    await run([{ ...PERKS, detail }])
    expect(github.issues[0]?.body).toContain(
      '| `refuses frames (frame-ancestors @everybody [x](https://evil.example))` |',
    )
  })

  test('of very many the first hundred are named', async () => {
    await run(
      Array.from({ length: 1000 }, (_, index) => ({ ...PERKS, address: `https://${index}.example.net/` })),
    )
    expect(github.issues[0]?.body).toContain('and 900 more.')
    expect(github.issues[0]?.body?.length).toBeLessThan(65_536)
  })
})

describe('another issue follows the portal', () => {
  const OK = 'ok    the sign-in screen is there\n'
  const FAIL = 'FAIL  the gate asks the database who is there: answered 200. What to do: take the site down\n'
  const SITE = ['--site']

  test('it is opened with what fails and what to do, stays while that fails, and closes when all is well', async () => {
    expect(await run(OK + FAIL, SITE)).toMatchObject({ status: 0, out: 'open an issue.' })
    expect(github.issues[0]).toMatchObject({ title: 'The portal is not as it should be' })
    expect(github.issues[0]?.body).toContain(
      '| `the gate asks the database who is there` | `answered 200. What to do: take the site down` |',
    )
    expect(await run(OK + FAIL, SITE)).toMatchObject({ out: 'Nothing to do.' })
    expect(await run(OK, SITE)).toMatchObject({ out: 'close issue 1.' })
    expect(await run(OK, SITE)).toMatchObject({ out: 'Nothing to do.' })
  })

  test('each of the two is known by its own mark', async () => {
    await run([PERKS])
    expect(await run(FAIL, SITE)).toMatchObject({ out: 'open an issue.' })
    expect(await run([])).toMatchObject({ out: 'close issue 1.' })
    expect(github.issues.map(({ state }) => state)).toEqual(['closed', 'open'])
  })

  test('a report that says nothing closes nothing', async () => {
    await run(FAIL, SITE)
    expect(await run('Usage: npm run smoke', SITE)).toMatchObject({ status: 2 })
    expect(github.issues[0]?.state).toBe('open')
  })
})

describe('whoever calls it learns how it went', () => {
  test('--dry-run says what would be done, --json for programs', async () => {
    expect(await run([PERKS], ['--dry-run'])).toMatchObject({ status: 0, out: 'Would: open an issue.' })
    const { out } = await run([PERKS], ['--dry-run', '--json'])
    expect(JSON.parse(out)).toMatchObject({ do: 'open' })
    expect(github.issues).toEqual([])
  })

  test.each([403, 500])('1 when GitHub answers %i, without a word of the token', async (status) => {
    github.failWith(status)
    const { err, ...rest } = await run([PERKS])
    expect(rest).toEqual({ status: 1, out: '' })
    expect(err).toBe(`GitHub answered ${status} to GET issues.`)
  })

  test('2 without a token, without a report, and for options that are none', async () => {
    expect(await run([PERKS], [], { GITHUB_TOKEN: '' })).toMatchObject({ status: 2 })
    expect(await run([PERKS], [], { GITHUB_REPOSITORY: '../x' })).toMatchObject({ status: 2 })
    expect(await run('{"broken": 3}')).toMatchObject({ status: 2 })
    expect(await run('')).toMatchObject({ status: 2 })
    expect((await run([PERKS], ['--nope'])).err).toContain('Exit status:')
    expect(github.calls).toEqual([])
  })

  test('0 for --help', async () => {
    expect(await run([], ['--help'])).toMatchObject({ status: 0, err: '' })
  })
})

describe('workflows', () => {
  const files = join(import.meta.dirname, '../../.github/workflows')
  test.each(readdirSync(files))(
    '%s runs nothing that can be exchanged, and may no more than it says',
    (name) => {
      const text = readFileSync(join(files, name), 'utf8')
      const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action)
      expect(uses.filter((action) => !/@[0-9a-f]{40} # v[\d.]+$/.test(action ?? ''))).toEqual([])
      const { permissions } = parse(text) as { permissions: Record<string, string> }
      expect(Object.values(permissions).filter((right) => right !== 'read')).toEqual([])
    },
  )
})

async function run(broken: object[] | string, options: string[] = [], env: Record<string, string> = {}) {
  const file = join(folder, 'health.json')
  writeFileSync(file, typeof broken === 'string' ? broken : JSON.stringify({ broken }))
  const said = { out: [] as string[], err: [] as string[] }
  const status = await healthIssue(
    [file, ...options],
    { GITHUB_API_URL: github.api, GITHUB_REPOSITORY: REPOSITORY, GITHUB_TOKEN: TOKEN, ...env },
    { out: (text) => said.out.push(text), err: (text) => said.err.push(text) },
  )
  return { status, out: said.out.join('\n'), err: said.err.join('\n') }
}
