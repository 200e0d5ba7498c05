import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FastResponse } from 'srvx'

const MIN_BYTES = 1024

/** All text of a build, compressed, several times over. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024

const WELL = { br: 5, gzip: 6 }
/** A fifth larger, in a fifth of the time. */
const FAST = { br: 1, gzip: 1 }

/** From so many compressions at once on the processor is what members wait for, and not their lines. */
const MANY = 4

/**
 * @returns the same answer, smaller, when the client takes it and it is worth it. Text is always answered with a length.
 */
export function createCompression(): (request: Request, answer: Response) => Promise<Response> {
  const kept = new Map<string, Uint8Array>()
  let keptBytes = 0
  let underWay = 0

  // What is the same for everybody.
  async function compressOnce(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> {
    const key = `${encoding} ${hash('sha256', bytes)}`
    const known = kept.get(key)
    if (known) return known
    const smaller = await compressors[encoding](bytes, WELL)
    if (!kept.has(key) && keptBytes + smaller.length <= MOST_KEPT_BYTES) {
      kept.set(key, smaller)
      keptBytes += smaller.length
    }
    return smaller
  }

  // What is made anew for each member.
  async function compressNow(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> {
    underWay += 1
    try {
      return await compressors[encoding](bytes, underWay < MANY ? WELL : FAST)
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

    const isForAll = headers.get('cache-control')?.startsWith('public') ?? false
    const smaller = await (isForAll ? compressOnce : compressNow)(encoding, bytes)
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
  br: (bytes: Uint8Array, { br }: typeof WELL) => {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
    return brotliAsync(bytes, {
      params: { [BROTLI_PARAM_QUALITY]: br, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
    })
  },
  gzip: (bytes: Uint8Array, { gzip: level }: typeof WELL) => gzipAsync(bytes, { level }),
}

type Encoding = keyof typeof compressors

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
