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
    mood: 'refuses',
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
      let isLost = false
      if (method === 'PUT' && way.refusals > 0) {
        way.refusals -= 1
        if (way.mood === 'is silent') return response
        if (way.mood === 'is full') return response.writeHead(507).end()
        if (way.mood === 'breaks off') return response.destroy()
        if (way.mood === 'refuses') return response.writeHead(403).end()
        isLost = true
      }
      const headers = { authorization: request.headers.authorization ?? '' }
      const answer = await fetch(new URL(url, real.edgeURL), {
        method,
        headers,
        ...(body.length > 0 && { body }),
      })
      return isLost ? response.destroy() : pass(answer, response)
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
  /** How many writes will end badly. */
  refusals: number
  /** How they do: with a 403, with nothing at all, with a 507, or cut off before or after the write. */
  mood: 'refuses' | 'is silent' | 'is full' | 'breaks off' | 'loses the answer'
  /** The methods of what came. */
  asked: string[]
  close: () => void
}
