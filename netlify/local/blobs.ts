import { BlobsServer } from '@netlify/blobs/server'
import { mkdir, stat } from 'node:fs/promises'
import { serve } from 'srvx'

const SITE_ID = 'lanai'
const DEPLOY_ID = 'local'
/** The client wants one for a deploy's own store; here all are in one place. */
const REGION = 'us-east-2'

/**
 * Stands in for Netlify Blobs, kept on disk. The package's own server listens on every address of the machine, so
 * its handler is served here on this one alone.
 */
export async function startBlobs({ directory, token }: BlobsOptions): Promise<Blobs> {
  await mkdir(directory, { recursive: true })
  const blobs = new BlobsServer({ directory, token, logger: () => undefined }) as unknown as Inside
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    fetch: async (request) => {
      const answer = await blobs.handleRequest(request)
      return answer.status === 500 && (await isBelowFile(blobs, request)) ? NOTHING.clone() : answer
    },
  })
  await server.serve()
  const url = (server.url ?? '').replace(/\/$/, '')
  blobs.address = url

  const context = {
    edgeURL: url,
    uncachedEdgeURL: url,
    token,
    siteID: SITE_ID,
    deployID: DEPLOY_ID,
    primaryRegion: REGION,
  }
  return {
    context: Buffer.from(JSON.stringify(context)).toString('base64'),
    close: () => server.close(true),
  }
}

/** Keys are names, and to the package's server they are files: what would lie in one is an error to it, and not missing. */
async function isBelowFile(blobs: Inside, { method, url }: Request): Promise<boolean> {
  const { dataPath } = blobs.getLocalPaths(new URL(url))
  if (method !== 'GET' || !dataPath) return false
  return stat(dataPath).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOTDIR',
  )
}

const NOTHING = new Response(null, { status: 404 })

/** What the server keeps to itself in its types. The contract test notices when it changes. */
interface Inside {
  address: string
  handleRequest(request: Request): Promise<Response>
  getLocalPaths(url: URL): { dataPath?: string }
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
