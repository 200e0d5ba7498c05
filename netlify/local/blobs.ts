import { BlobsServer } from '@netlify/blobs/server'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { listen } from './listen.ts'

/**
 * A local Netlify Blobs server on disk. The package's server would listen on all interfaces, so this serves its handler on
 * the loopback interface only. `context` is the value for NETLIFY_BLOBS_CONTEXT.
 */
export async function startBlobs({ directory }: { directory: string }) {
  // Other users of this machine can reach the port.
  const token = randomBytes(16).toString('hex')
  await mkdir(directory, { recursive: true })
  const blobs = new BlobsServer({ directory, token, logger: () => undefined }) as unknown as BlobsInternals
  const { url, close } = await listen({
    hostname: '127.0.0.1',
    port: 0,
    purpose: 'pictures',
    fetch: async (request) => {
      const answer = await blobs.handleRequest(request)
      // The server stores keys as paths and fails with 500 for a key below another one; Netlify answers 404.
      return request.method === 'GET' && answer.status === 500 ? new Response(null, { status: 404 }) : answer
    },
  })
  blobs.address = url

  const context = {
    edgeURL: url,
    uncachedEdgeURL: url,
    token,
    siteID: 'lanai',
    deployID: 'local',
    // Required by the client for deploy stores.
    primaryRegion: 'us-east-2',
  }
  return { context: Buffer.from(JSON.stringify(context)).toString('base64'), close }
}

// Private in the package's types. The contract test detects changes.
interface BlobsInternals {
  address: string
  handleRequest(request: Request): Promise<Response>
}

export type Blobs = Awaited<ReturnType<typeof startBlobs>>
