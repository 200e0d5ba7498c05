import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FastResponse } from 'srvx'
import { createGzipOfParts } from './gzip-parts.ts'

const MIN_BYTES = 1024

/** All text of a build, several times over. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024

/** Files, which are the same for everybody and compressed once. */
const ONCE = { br: 9, gzip: 9 }
/** What is made anew each time. */
const EACH_TIME = { br: 5, gzip: 6 }

/** 64 kB: as small as with all of a page, and its memory is not megabytes. */
const WINDOW_BITS = 16

/**
 * @returns the same answer, smaller, when the client takes it and it is worth it. Text is always answered with a length. Of
 * a page that is not asked for alone only what is new is compressed: a tenth larger, and nearly for nothing.
 */
export function createCompression(): Compress {
  const kept = new Map<string, Uint8Array>()
  let keptBytes = 0
  const gzipOfParts = createGzipOfParts()

  async function compressOnce(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> {
    const key = `${encoding} ${hash('sha256', bytes)}`
    const known = kept.get(key)
    if (known) return known
    const smaller = await compressors[encoding](bytes, ONCE)
    if (!kept.has(key) && keptBytes + smaller.length <= MOST_KEPT_BYTES) {
      kept.set(key, smaller)
      keptBytes += smaller.length
    }
    return smaller
  }

  return async (request, answer, isAlone) => {
    if (answer.status === 206 || !isText(answer.headers)) return answer

    answer.headers.append('vary', 'accept-encoding')
    if (request.method === 'HEAD' || !answer.body) return answer

    const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? '')
    const [best] = accepted
    const { status, headers } = answer
    const isFile = isSameForAll(headers)
    if (!isAlone && !isFile && isHtml(headers) && accepted.includes('gzip')) {
      headers.set('content-encoding', 'gzip')
      return written(gzipOfParts(await Array.fromAsync(answer.body)), status, headers)
    }
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (!best || bytes.length < MIN_BYTES) return written(bytes, status, headers)

    const smaller = isFile ? await compressOnce(best, bytes) : await compressors[best](bytes, EACH_TIME)
    headers.set('content-encoding', best)
    // Parts are counted in the bytes of the file itself.
    headers.delete('accept-ranges')
    return written(smaller, status, headers)
  }
}

function written(bytes: Uint8Array, status: number, headers: Headers): Response {
  headers.set('content-length', String(bytes.length))
  return new FastResponse(bytes as Uint8Array<ArrayBuffer>, { status, headers })
}

type Compress = (request: Request, answer: Response, isAlone: boolean) => Promise<Response>

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const compressors = {
  br: (bytes: Uint8Array, { br }: Quality) => {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
    return brotliAsync(bytes, { params: { [BROTLI_PARAM_QUALITY]: br, [BROTLI_PARAM_LGWIN]: WINDOW_BITS } })
  },
  gzip: (bytes: Uint8Array, { gzip: level }: Quality) => gzipAsync(bytes, { level }),
}

type Encoding = keyof typeof compressors

interface Quality {
  br: number
  gzip: number
}

/** The best first. */
function acceptedEncodings(header: string): Encoding[] {
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  )
  return (['br', 'gzip'] as const).filter((encoding) => accepted.has(encoding))
}

/** A file of the build: open to everybody, or with a tag for members and no page, in which the member's name stands. */
function isSameForAll(headers: Headers): boolean {
  const isPublic = headers.get('cache-control')?.startsWith('public') ?? false
  return isPublic || (headers.has('etag') && !isHtml(headers))
}

function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

function isText(headers: Headers): boolean {
  if (headers.has('content-encoding')) return false
  return /^(text\/|application\/(json|javascript|xml|wasm)|[^;]*\+(json|xml))/.test(
    headers.get('content-type') ?? '',
  )
}
