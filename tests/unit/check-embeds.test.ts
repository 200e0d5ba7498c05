import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkEmbeds } from '../../scripts/check-embeds.ts'
import { requestPage } from '../../scripts/embeds/request-page.ts'
import { checkAddresses, refusalOfFrames, type CheckOptions } from '../../scripts/embeds/check.ts'
import { useContentCopy } from '../support/content-copy.ts'
import { startTestServer } from '../support/test-server.ts'

let server: Awaited<ReturnType<typeof startEmbedServer>>

beforeAll(async () => {
  server = await startEmbedServer()
})
afterAll(() => server.close())

const FRAME = {}
const CARD = { framing: 'unknown' } as const
const LINK = { provider: 'link', framing: 'refused' } as const
const videoOf = (id: string) =>
  ({ provider: 'youtube', href: `https://www.youtube.com/watch?v=${id}` }) as const

test.each<[as: Partial<Address>, path: string, status: string, detail: string]>([
  [FRAME, '/fine', 'ok', 'answers (200)'],
  [FRAME, '/missing', 'broken', 'doesn’t exist (404)'],
  [FRAME, '/locked', 'broken', 'denies access (403)'],
  [FRAME, '/broken', 'broken', 'is failing (500)'],
  [FRAME, '/hang', 'silent', 'doesn’t answer'],
  [FRAME, '/denies', 'refuses', 'refuses frames (X-Frame-Options: DENY)'],
  [FRAME, '/own-frames', 'refuses', "refuses frames (frame-ancestors 'self')"],
  [FRAME, '/round', 'silent', 'doesn’t answer'],
  [FRAME, '/moved-to?to=/denies', 'refuses', 'refuses frames (X-Frame-Options: DENY)'],
  [FRAME, '/moved-to?to=/login', 'broken', 'asks visitors to sign in'],
  [CARD, '/denies', 'ok', 'is shown as a card, because it refuses frames (X-Frame-Options: DENY)'],
  [CARD, '/fine', 'ok', 'is shown as a card, but allows frames: set `frame: true`'],
  // A link need not be framed, and one that keeps programs out is not broken.
  [LINK, '/denies', 'ok', 'answers (200)'],
  [LINK, '/locked', 'ok', 'can’t be checked by a program (403)'],
  [videoOf('public-one'), '/player', 'ok', 'answers (200)'],
  [videoOf('private-one'), '/player', 'broken', 'is private or doesn’t allow embedding (oEmbed 403)'],
  [videoOf('deleted-one'), '/player', 'broken', 'doesn’t exist (oEmbed 404)'],
])('an address as %j, %s, is %s: %s', async (as, path, status, detail) => {
  const [checked] = await check([{ url: server.origin + path, provider: 'web', ...as }])
  expect(checked).toMatchObject({ status, detail })
})

test('a failing address is asked once more', async () => {
  const [checked] = await check([{ url: `${server.origin}/recovers`, provider: 'web' }])
  expect(checked).toMatchObject({ status: 'ok' })
  expect(server.asked.filter((path) => path === '/recovers')).toHaveLength(2)
})

test.each<[policies: string | null, frameOptions: string | null, refusal: string | undefined]>([
  [null, null, undefined],
  [null, 'ALLOW-FROM https://portal.example.org', 'X-Frame-Options: ALLOW-FROM https://portal.example.org'],
  ["frame-ancestors 'self'", null, "frame-ancestors 'self'"],
  ['frame-ancestors https:', 'DENY', undefined],
  ['frame-ancestors *.example.org', null, undefined],
  ['frame-ancestors *.portal.example.org', null, 'frame-ancestors *.portal.example.org'],
  ["default-src 'self'", 'SAMEORIGIN', 'X-Frame-Options: SAMEORIGIN'],
  ["frame-ancestors *, frame-ancestors 'self'", null, "frame-ancestors 'self'"],
])('a page with the policies %s and %s refuses frames by %s', (policies, frameOptions, refusal) => {
  expect(refusalOfFrames({ policies, frameOptions }, 'https://portal.example.org')).toBe(refusal)
})

describe('npm run check:embeds', () => {
  const TABLE = 'https://tables.lanai.dev/leaderboard'
  const copy = useContentCopy()

  test('0 when no address is broken', async () => {
    show('leaderboard', TABLE)
    const run = await runCheck([], to({ [TABLE]: '/fine' }))
    expect(run).toMatchObject({ status: 0, err: '' })
    expect(run.out).toMatch(/^\d+ URLs: none broken\.$/m)
    expect(run.out).not.toContain('example.org')
  })

  test('1 when one is broken, which the table names first', async () => {
    show('leaderboard', TABLE)
    show('tools', 'https://tables.lanai.dev/tools')
    const run = await runCheck([], to({ [TABLE]: '/fine', 'https://tables.lanai.dev/tools': '/denies' }))
    expect(run.status).toBe(1)
    const [heading = '', first = ''] = run.out.split('\n')
    expect(heading).toMatch(/^Status +File +Finding +URL/)
    expect(first).toMatch(/^refuses +tools/)
  })

  test('--json prints what is broken, of recordings and of links in texts, too', async () => {
    const video = 'src/content/playlist/cohort-17/00-week-0/09-extra.md'
    copy.write(video, '---\ntitle: Extra\nvideoId: abcdefghijk\n---\n[Slides](https://slides.lanai.dev/9)\n')
    const run = await runCheck(['--json'], to({}))
    expect(JSON.parse(run.out)).toMatchObject({
      broken: [
        { address: 'https://www.youtube.com/watch?v=abcdefghijk', files: [video] },
        { address: 'https://slides.lanai.dev/9', detail: 'doesn’t exist (404)', files: [video] },
      ],
    })
  })

  test('2 without a network', async () => {
    show('leaderboard', TABLE)
    const run = await runCheck([], () => Promise.resolve(null))
    expect(run).toEqual({
      status: 2,
      out: '',
      err: 'No URL answered, so this machine seems to be offline.',
    })
  })

  test('2 when the content has mistakes, with the mistakes', async () => {
    copy.write('src/content/pages/tools.yaml', 'title: Tools\n')
    const run = await runCheck([])
    expect(run).toMatchObject({ status: 2, out: '' })
    expect(run.err).toContain('src/content/pages/tools.yaml:1:1')
  })

  function show(page: string, address: string): void {
    const words = 'title: A page\ndescription: What it is for.\n'
    copy.write(`src/content/pages/${page}.yaml`, `${words}embed: ${address}\nframe: true\n`)
  }

  async function runCheck(args: string[], ask?: CheckOptions['ask']) {
    const out: string[] = []
    const err: string[] = []
    const status = await checkEmbeds(args, {
      root: copy.root,
      env: {},
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      ask: ask ?? askServer,
    })
    return { status, out: out.join('\n'), err: err.join('\n') }
  }

  /** Lets paths of the server stand in for addresses of the web. The programme's own recordings are there. */
  function to(paths: Record<string, string>): CheckOptions['ask'] {
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
  return checkAddresses(asked, { ask: askServer, site: 'https://portal.example.org' })
}

/** The server also stands in for YouTube’s oEmbed service. */
function askServer(url: string) {
  const asked = url.replace('https://www.youtube.com', server.origin)
  return requestPage(asked, { timeoutMs: 300, pauseMs: 5 })
}

/** Plays every provider there is, each under its own path. */
async function startEmbedServer() {
  const asked: string[] = []
  const { url, close } = await startTestServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    if (pathname === '/hang') return
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
  '/own-frames': { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" },
}

const STATUS: Partial<Record<string, number>> = {
  '/missing': 404,
  '/broken': 500,
  '/locked': 403,
  '/moved-to': 302,
  '/round': 302,
  'private-one': 403,
  'deleted-one': 404,
}
