import { buffer } from 'node:stream/consumers'
import { startTestServer } from './test-server.ts'

/** A proxy in front of Netlify Blobs that refuses some writes. */
export async function startBlobsProxy(context: string): Promise<BlobsProxy> {
  const real = JSON.parse(Buffer.from(context, 'base64').toString()) as { edgeURL: string }
  const server = await startTestServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    void buffer(request).then(async (body) => {
      proxy.asked.push(method)
      if (method === 'PUT' && proxy.refusals > 0) {
        proxy.refusals -= 1
        return proxy.isSilent ? response : response.writeHead(403).end()
      }
      const answer = await fetch(new URL(url, real.edgeURL), {
        method,
        headers: { authorization: headers.authorization ?? '' },
        ...(body.length > 0 && { body }),
      })
      const answered = [...answer.headers].filter(([name]) => name !== 'content-length').flat()
      return response.writeHead(answer.status, answered).end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  const changed = { ...real, edgeURL: server.url, uncachedEdgeURL: server.url }
  const proxy: BlobsProxy = {
    context: Buffer.from(JSON.stringify(changed)).toString('base64'),
    refusals: 0,
    isSilent: false,
    asked: [],
    close: () => void server.close(),
  }
  return proxy
}

export interface BlobsProxy {
  /** The value of NETLIFY_BLOBS_CONTEXT that leads over it. */
  context: string
  /** How many writes are answered with a 403. */
  refusals: number
  /** Whether these writes get no answer instead. */
  isSilent: boolean
  /** The methods of all requests. */
  asked: string[]
  close: () => void
}
