import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A way to Netlify Blobs that refuses some of what goes over it, as the host's own threads tell of. */
export async function openBlobsWay(context: string): Promise<BlobsWay> {
  const real = JSON.parse(Buffer.from(context, 'base64').toString()) as Context
  const way: BlobsWay = {
    context: '',
    refusals: 0,
    isSilent: false,
    asked: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request
    way.asked.push(method)
    void buffer(request).then(async (body) => {
      if (method === 'PUT' && way.refusals > 0) {
        way.refusals -= 1
        return way.isSilent ? response : response.writeHead(403).end()
      }
      const headers = { authorization: request.headers.authorization ?? '' }
      const answer = await fetch(new URL(url, real.edgeURL), {
        method,
        headers,
        ...(body.length > 0 && { body }),
      })
      return pass(answer, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const changed = { ...real, edgeURL: address, uncachedEdgeURL: address }
  way.context = Buffer.from(JSON.stringify(changed)).toString('base64')
  return way
}

async function pass(answer: Response, response: ServerResponse) {
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length'))
  return response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
}

interface Context {
  edgeURL: string
}

export interface BlobsWay {
  /** The value of NETLIFY_BLOBS_CONTEXT that leads over it. */
  context: string
  /** How many writes will be answered with 403, or with nothing at all. */
  refusals: number
  isSilent: boolean
  /** The methods of what came. */
  asked: string[]
  close: () => void
}
