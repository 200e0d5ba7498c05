import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkEmbeds } from '../../scripts/check-embeds.ts'
import { type Ask, askPage, checkAddresses } from '../../scripts/embeds/check.ts'
import { outputOf } from '../support/command-output.ts'
import { MOST_EVENTS_AND_VIDEOS, useContentCopy } from '../support/content-copy.ts'
import { startTestServer } from '../support/test-server.ts'

let server: Awaited<ReturnType<typeof startEmbedServer>>

beforeAll(async () => {
  server = await startEmbedServer()
})
afterAll(() => server.close())

const FRAME = {}
const CARD = { framing: 'unknown' } as const
const LINK = { provider: 'link', framing: 'unknown' } as const
const videoOf = (id: string) =>
  ({ provider: 'youtube', href: `https://www.youtube.com/watch?v=${id}` }) as const

test.each<[as: Partial<Address>, path: string, problem: string | null]>([
  [FRAME, '/fine', null],
  [FRAME, '/missing', 'answers 404'],
  [FRAME, '/hang', 'doesn’t answer'],
  [FRAME, '/denies', 'refuses frames (X-Frame-Options: DENY)'],
  [FRAME, '/own-frames', "refuses frames (frame-ancestors 'self')"],
  [FRAME, '/some-frames', null],
  [FRAME, '/round', 'doesn’t answer'],
  [FRAME, '/moved-to?to=/denies', 'refuses frames (X-Frame-Options: DENY)'],
  [FRAME, '/moved-to?to=/login', 'asks visitors to sign in'],
  [CARD, '/denies', null],
  // A link need not be framed, and one that keeps programs out is not broken.
  [LINK, '/denies', null],
  [LINK, '/locked', null],
  [videoOf('public-one'), '/player', null],
  [videoOf('private-one'), '/player', 'is private or doesn’t allow embedding'],
  [videoOf('deleted-one'), '/player', 'doesn’t exist'],
  [videoOf('silent-one'), '/player', 'doesn’t answer'],
])('an address as %j, %s: %s', async (as, path, problem) => {
  const [checked] = await check([{ url: server.origin + path, provider: 'web', ...as }])
  expect(checked?.problem).toBe(problem)
})

test('a failing address is asked once more', async () => {
  const [checked] = await check([{ url: `${server.origin}/recovers`, provider: 'web' }])
  expect(checked?.problem).toBeNull()
  expect(server.asked.filter((path) => path === '/recovers')).toHaveLength(2)
})

describe('npm run check:embeds', () => {
  const TABLE = 'https://tables.lanai.dev/leaderboard'
  const copy = useContentCopy(MOST_EVENTS_AND_VIDEOS)

  test('0 when no address is broken', async () => {
    show('leaderboard', TABLE)
    const run = await runCheck(to({ [TABLE]: '/fine' }))
    expect(run).toMatchObject({ status: 0, err: '' })
    expect(run.out).toMatch(/^\d+ checked, none broken\.$/)
  })

  test('1 with a line for each that is broken, recordings and links in texts, too', async () => {
    show('tools', TABLE)
    const video = 'src/content/playlist/cohort-17/00-week-0/09-extra.md'
    copy.write(video, '---\ntitle: Extra\nvideoId: abcdefghijk\n---\n[Slides](https://slides.lanai.dev/9)\n')
    const run = await runCheck(to({ [TABLE]: '/denies' }))
    expect(run.status).toBe(1)
    expect(run.out.split('\n')).toEqual([
      `src/content/pages/tools.yaml: ${TABLE} refuses frames (X-Frame-Options: DENY)`,
      `${video}: https://www.youtube.com/watch?v=abcdefghijk answers 404`,
      `${video}: https://slides.lanai.dev/9 answers 404`,
      expect.stringMatching(/^\d+ checked, 3 broken\.$/),
    ])
    const json = await runCheck(to({ [TABLE]: '/denies' }), '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      broken: [{ href: TABLE, problem: 'refuses frames (X-Frame-Options: DENY)' }, {}, { files: [video] }],
    })
  })

  test('2 without a network', async () => {
    show('leaderboard', TABLE)
    const run = await runCheck(() => Promise.reject(new TypeError('fetch failed')))
    expect(run).toEqual({
      status: 2,
      out: '',
      err: 'No URL answered, so this machine seems to be offline.',
    })
  })

  test('2 when the content has mistakes, with the mistakes', async () => {
    copy.write('src/content/pages/tools.yaml', 'title: Tools\n')
    const run = await runCheck()
    expect(run).toMatchObject({ status: 2, out: '' })
    expect(run.err).toContain('src/content/pages/tools.yaml:1:1')
  })

  function show(page: string, address: string): void {
    const words = 'title: A page\ndescription: What it is for.\n'
    copy.write(`src/content/pages/${page}.yaml`, `${words}embed: ${address}\nframe: true\n`)
  }

  async function runCheck(ask: Ask = askServer, ...args: string[]) {
    const { status, stdout, stderr } = await outputOf(() => checkEmbeds(args, copy.root, ask, 5))
    return { status, out: stdout.trimEnd(), err: stderr.trimEnd() }
  }

  /** Lets paths of the server stand in for addresses of the web. The programme's own recordings are there. */
  function to(paths: Record<string, string>): Ask {
    const pathOf = (url: string) => paths[url] ?? (url.includes('Session') ? '/fine' : '/missing')
    return (url) => askServer(server.origin + pathOf(url))
  }
})

type Wanted = Pick<Address, 'url' | 'provider'> & Partial<Address>
type Address = Parameters<typeof checkAddresses>[0][number]

function check(addresses: Wanted[]) {
  const asked = addresses.map((address) => ({
    href: address.url,
    files: ['a.yaml'],
    framing: 'allowed' as const,
    ...address,
  }))
  return checkAddresses(asked, askServer, 5)
}

/** What is never answered, which a test doesn't wait for long. */
const SILENT = /\/hang|silent-one/

/** The server also stands in for YouTube’s oEmbed service. */
function askServer(url: string) {
  const asked = url.replace('https://www.youtube.com', server.origin)
  return askPage(asked, SILENT.test(url) ? 300 : 10_000)
}

/** Plays every provider there is, each under its own path. */
async function startEmbedServer() {
  const asked: string[] = []
  const { url, close } = await startTestServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    if (SILENT.test(request.url ?? '')) return
    const isAway = pathname === '/recovers' && asked.filter((path) => path === pathname).length < 2
    const video = new URL(searchParams.get('url') ?? 'x://x').searchParams.get('v') ?? ''
    const status = isAway ? 503 : (STATUS[pathname === '/oembed' ? video : pathname] ?? 200)
    const location = pathname === '/round' ? '/round' : (searchParams.get('to') ?? '')
    response.writeHead(status, HEADERS[pathname] ?? { location }).end('<!doctype html>')
  })
  return { origin: url, asked, close }
}

const HEADERS: Partial<Record<string, Record<string, string>>> = {
  '/denies': { 'x-frame-options': 'DENY' },
  '/some-frames': {
    'content-security-policy': 'frame-ancestors https://portal.example.org',
    'x-frame-options': 'DENY',
  },
  '/own-frames': { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" },
}

const STATUS: Partial<Record<string, number>> = {
  '/missing': 404,
  '/locked': 403,
  '/moved-to': 302,
  '/round': 302,
  'private-one': 403,
  'deleted-one': 404,
}
