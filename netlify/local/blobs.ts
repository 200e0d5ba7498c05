import { BlobsServer } from '@netlify/blobs/server'
import { mkdir } from 'node:fs/promises'
import { listen } from './listen.ts'

/**
 * Stands in for Netlify Blobs, kept on disk. The package's own server listens on every address of the machine, so
 * its handler is served here on this one alone.
 */
export async function startBlobs({ directory, token }: BlobsOptions): Promise<Blobs> {
  await mkdir(directory, { recursive: true })
  const blobs = new BlobsServer({ directory, token, logger: () => undefined }) as unknown as Inside
  const { url, close } = await listen({
    hostname: '127.0.0.1',
    port: 0,
    purpose: 'pictures',
    fetch: async (request) => {
      const answer = await blobs.handleRequest(request)
      // Keys are files to the package's server: a key below another one's is an error to it, and not missing.
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
    // The client wants one for a deploy's own store; here all are in one place.
    primaryRegion: 'us-east-2',
  }
  return {
    context: Buffer.from(JSON.stringify(context)).toString('base64'),
    close,
  }
}

/** What the server keeps to itself in its types. The contract test notices when it changes. */
interface Inside {
  address: string
  handleRequest(request: Request): Promise<Response>
}

export interface BlobsOptions {
  directory: string
  /** Its holder may read and write. */
  token: string
}

export interface Blobs {
  /** The value of NETLIFY_BLOBS_CONTEXT, which `getStore` and `getDeployStore` read. */
  context: string
  close(): Promise<void>
}
