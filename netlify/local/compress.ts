import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { FastResponse, type ServerMiddleware } from 'srvx'

const MIN_BYTES = 1024
const LEVEL = 4

/** Sets Content-Length, and compresses text with gzip if the client accepts it. */
export const compress: ServerMiddleware = async (request, next) => {
  const answer = await next()
  const { status } = answer
  const headers = new Headers(answer.headers)
  const isText = TEXT.test(headers.get('content-type') ?? '') && status !== 206
  if (isText) headers.append('vary', 'accept-encoding')
  if (!answer.body || request.method === 'HEAD') return new FastResponse(null, { status, headers })

  // Buffered, because an aborted stream throws in Node where it can't be caught.
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isAccepted = request.headers.get('accept-encoding')?.includes('gzip') ?? false
  const isWorthIt = isText && isAccepted && bytes.length >= MIN_BYTES
  const body = isWorthIt ? await gzipped(bytes, { level: LEVEL }) : bytes
  if (isWorthIt) {
    headers.set('content-encoding', 'gzip')
    // Ranges refer to the uncompressed bytes.
    headers.delete('accept-ranges')
  }
  headers.set('content-length', String(body.length))
  return new FastResponse(body, { status, headers })
}

const TEXT = /^text\/|^application\/(json|javascript|xml)|\+(json|xml)/

const gzipped = promisify(gzip)
