import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FastResponse } from 'srvx'

const MIN_BYTES = 1024

/** Fast enough for pages that are made anew for every member. */
const BROTLI_QUALITY = 4

/** The same answer, smaller, when the client takes it and it is worth it. Text is always answered with a length. */
export async function compress(request: Request, answer: Response): Promise<Response> {
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

  const smaller = await compressors[encoding](bytes)
  headers.set('content-encoding', encoding)
  headers.set('content-length', String(smaller.length))
  // Parts are counted in the bytes of the file itself.
  headers.delete('accept-ranges')
  return new FastResponse(smaller as Uint8Array<ArrayBuffer>, { status, headers })
}

const compressors = {
  br: (bytes: Uint8Array) =>
    brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Uint8Array) => gzipAsync(bytes),
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify<Uint8Array, Buffer>(gzip)

function acceptedEncoding(header: string): keyof typeof compressors | null {
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
