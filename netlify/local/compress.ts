import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FastResponse, type ServerMiddleware } from 'srvx'

const MIN_BYTES = 1024
const QUALITY = 4

/** Sets Content-Length, and compresses text with Brotli or gzip if the client accepts it. */
export const compress: ServerMiddleware = async (request, next) => {
  const answer = await next()
  const { status } = answer
  const headers = new Headers(answer.headers)
  const type = headers.get('content-type') ?? ''
  const isText = TEXT.test(type) && status !== 206
  if (isText) headers.append('vary', 'accept-encoding')
  if (!answer.body || request.method === 'HEAD') return new FastResponse(null, { status, headers })

  // Buffered, because an aborted stream throws in Node where it can't be caught.
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const accepted = request.headers.get('accept-encoding') ?? ''
  const isWorthIt = isText && bytes.length >= MIN_BYTES
  const preferred = type.startsWith('text/html') ? FOR_PAGES : FOR_FILES
  const encoding = isWorthIt ? preferred.find((name) => accepted.includes(name)) : undefined
  const body = encoding ? await compressors[encoding](bytes) : bytes
  if (encoding) {
    headers.set('content-encoding', encoding)
    // Ranges refer to the uncompressed bytes.
    headers.delete('accept-ranges')
  }
  headers.set('content-length', String(body.length))
  return new FastResponse(body, { status, headers })
}

const TEXT = /^text\/|^application\/(json|javascript|xml)|\+(json|xml)/

const FOR_FILES = ['br', 'gzip'] as const
/** Pages are compressed on every view: gzip takes a third less CPU time for 4 % more bytes. */
const FOR_PAGES = ['gzip', 'br'] as const

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressors = {
  br: (bytes: Uint8Array) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (bytes: Uint8Array) => gzipped(bytes, { level: QUALITY }),
}
