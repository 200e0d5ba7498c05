import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Plays every provider there is, the good and the bad ones, each under a path of its own. */
export async function startEmbedServer(): Promise<EmbedServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url.pathname)
    const [, path = ''] = url.pathname.split('/')
    const answer = ANSWERS[path]
    if (path === 'hang') return
    if (path === 'cut') {
      response.destroy()
      return
    }
    if (path === 'recovers' && asked.filter((each) => each === url.pathname).length < 3) {
      response.writeHead(503).end()
      return
    }
    if (path === 'oembed') {
      const video = new URL(url.searchParams.get('url') ?? '').searchParams.get('v') ?? ''
      response.writeHead(VIDEOS[video] ?? 200).end()
      return
    }
    if (path === 'moved-to') {
      response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end()
      return
    }
    response.writeHead(answer?.status ?? 200, answer?.headers).end('<!doctype html>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port: String(port),
    asked,
    stop: () => stop(server),
  }
}

const ANSWERS: Partial<Record<string, { status?: number; headers?: Record<string, string | string[]> }>> = {
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

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
}

export interface EmbedServer {
  origin: string
  port: string
  /** The paths that were asked for, in their order. */
  asked: string[]
  stop: () => Promise<void>
}
