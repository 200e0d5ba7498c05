import { FastResponse } from 'srvx'
import { listen } from './listen.ts'
import { loadSite } from './site.ts'

/** Serves a finished build. @throws StackError when the port is taken. */
export async function startHost({ root, host, port }: HostOptions) {
  const site = await loadSite(root)
  return listen({
    hostname: host,
    port,
    purpose: 'the site',
    async fetch(request) {
      // On Netlify the platform sets it; here it would be the client's.
      request.headers.delete('x-nf-request-id')
      const answer = await site(request)
      // Buffered, because an aborted stream throws in Node where it can't be caught.
      const hasBody = answer.body !== null && request.method !== 'HEAD'
      const body = hasBody ? new Uint8Array(await answer.arrayBuffer()) : null
      return new FastResponse(body, { status: answer.status, headers: answer.headers })
    },
    // Shows nothing from behind the edge.
    error(error) {
      console.error('A request failed:', error)
      return new Response('Internal server error.\n', { status: 500 })
    },
  })
}

interface HostOptions {
  /** The project: `dist` and `.netlify` are read from it. */
  root: string
  host: string
  /** 0 for any free port. */
  port: number
}

export type Host = Awaited<ReturnType<typeof startHost>>
