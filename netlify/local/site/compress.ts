import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FastResponse } from 'srvx'

const MIN_BYTES = 1024

/** All text of a build, several times over. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024

/** Files, which are the same for everybody and compressed once. */
const ONCE = { br: 9, gzip: 9 }
/** Pages, which are made anew for every member. */
const EACH_TIME = { br: 5, gzip: 6 }
/** Pages while several are asked for at once: a quarter larger, in a quarter of the time. */
const IN_A_RUSH = { br: 1, gzip: 1 }

/** From so many at once members wait for the processor, and no longer for their line. */
const RUSH = 2

/** 64 kB: as small as with all of a page, and its memory is not megabytes. */
const WINDOW_BITS = 16

/**
 * @returns the same answer, smaller, when the client takes it and it is worth it. Text is always answered with a length.
 */
export function createCompression(): (request: Request, answer: Response) => Promise<Response> {
  const kept = new Map<string, Uint8Array>()
  let keptBytes = 0
  let underWay = 0

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

  async function compressEachTime(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> {
    underWay += 1
    try {
      return await compressors[encoding](bytes, underWay < RUSH ? EACH_TIME : IN_A_RUSH)
    } finally {
      underWay -= 1
    }
  }

  return async (request, answer) => {
    if (answer.status === 206 || !isText(answer.headers)) return answer

    answer.headers.append('vary', 'accept-encoding')
    if (request.method === 'HEAD' || !answer.body) return answer

    const encoding = acceptedEncoding(request.headers.get('accept-encoding') ?? '')
    const { status, headers } = answer
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (!encoding || bytes.length < MIN_BYTES) {
      headers.set('content-length', String(bytes.length))
      return new FastResponse(bytes, { status, headers })
    }

    const isFile = headers.get('cache-control')?.startsWith('public') ?? false
    const smaller = await (isFile ? compressOnce : compressEachTime)(encoding, bytes)
    headers.set('content-encoding', encoding)
    headers.set('content-length', String(smaller.length))
    // Parts are counted in the bytes of the file itself.
    headers.delete('accept-ranges')
    return new FastResponse(smaller as Uint8Array<ArrayBuffer>, { status, headers })
  }
}

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

function acceptedEncoding(header: string): Encoding | null {
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}

function isText(headers: Headers): boolean {
  if (headers.has('content-encoding')) return false
  return /^(text\/|application\/(json|javascript|xml|wasm)|[^;]*\+(json|xml))/.test(
    headers.get('content-type') ?? '',
  )
}
