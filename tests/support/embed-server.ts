import { startTestServer } from './test-server.ts'

/** Plays every provider there is, the good and the bad ones, each under its own path. */
export async function startEmbedServer(): Promise<EmbedServer> {
  const asked: string[] = []
  const { url: origin, close } = await startTestServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url.pathname)
    if (url.pathname === '/hang') return
    if (url.pathname === '/cut') return void response.destroy()
    const nth = asked.filter((path) => path === url.pathname).length
    const { status = 200, headers } = answerTo(url, nth)
    response.writeHead(status, headers).end('<!doctype html>')
  })
  return { origin, port: new URL(origin).port, asked, stop: close }
}

function answerTo({ pathname, searchParams }: URL, nth: number): Answer {
  const [, path = ''] = pathname.split('/')
  if (path === 'recovers' && nth < 3) return { status: 503 }
  if (path === 'moved-to') return { status: 302, headers: { location: searchParams.get('to') ?? '' } }
  if (path !== 'oembed') return ANSWERS[path] ?? {}
  return { status: VIDEOS[new URL(searchParams.get('url') ?? '').searchParams.get('v') ?? ''] }
}

const ANSWERS: Partial<Record<string, Answer>> = {
  missing: { status: 404 },
  removed: { status: 410 },
  broken: { status: 500 },
  locked: { status: 403 },
  teapot: { status: 418 },
  denies: { headers: { 'x-frame-options': 'DENY' } },
  'same-origin': { headers: { 'x-frame-options': 'SAMEORIGIN' } },
  'nobody-frames': { headers: { 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" } },
  'some-frame': { headers: { 'content-security-policy': 'frame-ancestors https://portal.example.org' } },
  'all-frame': { headers: { 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' } },
  round: { status: 302, headers: { location: '/round' } },
}

const VIDEOS: Partial<Record<string, number>> = {
  'private-one': 403,
  'deleted-one': 404,
  'unframed-one': 401,
}

interface Answer {
  status?: number | undefined
  headers?: Record<string, string>
}

export interface EmbedServer {
  origin: string
  port: string
  /** The paths that were asked for, in their order. */
  asked: string[]
  stop: () => Promise<void>
}
