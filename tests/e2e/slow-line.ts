import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * A line between one member and the portal on which the end of each page is late: what comes behind `last` is held back
 * until it is let go.
 */
export async function startSlowLine({ portal, cookie, last }: Ends): Promise<SlowLine> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    relay(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const type = request.headers['content-type']
    const answer = await fetch(new URL(url, portal), {
      method,
      headers: { cookie, origin: portal, ...(type && { 'content-type': type }) },
      body: method === 'GET' ? null : await buffer(request),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    const body = Buffer.from(await answer.arrayBuffer())
    const held = body.indexOf(last)
    if (held >= 0) {
      response.write(body.subarray(0, held))
      await isLetGo
    }
    response.end(held >= 0 ? body.subarray(held) : body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    letGo: () => letGo(undefined),
    close: () => {
      letGo(undefined)
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Ends {
  portal: string
  /** The member's session, as a browser sends it. */
  cookie: string
  last: string
}

export interface SlowLine {
  url: string
  letGo: () => void
  close: () => void
}
