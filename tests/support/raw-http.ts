import { connect } from 'node:net'

const ANSWER_TIMEOUT_MS = 15_000

export interface RawAnswer {
  status: number
  /** By lower-case name; a name that came twice holds both values. */
  headers: ReadonlyMap<string, readonly string[]>
  /** The body after removing the chunked framing. */
  bytes: Buffer
  /** The same as UTF-8. */
  body: string
  /** Everything that came over the socket. */
  raw: string
}

/**
 * Sends one request exactly as written, with nothing normalised on the way, and reads the answer to its end.
 *
 * @param target the request target, byte for byte: `//leaderboard`, `/%6ceaderboard`, `/a/../b`.
 */
export function rawRequest(origin: string, target: string, options: RawOptions = {}): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin)
  const { method = 'GET', headers = {}, body } = options
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries({ Host: host, Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return exchange(hostname, Number(port), Buffer.concat([head, Buffer.from(body ?? '')]))
}

export interface RawOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends these very bytes. */
export function exchange(hostname: string, port: number, request: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port })
    socket.setTimeout(ANSWER_TIMEOUT_MS, () =>
      socket.destroy(new Error(`no answer: ${request.subarray(0, 80).toString('latin1')}`)),
    )
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks))))
    socket.write(request)
  })
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const raw = bytes.toString('utf8')
  const end = raw.indexOf('\r\n\r\n')
  const [statusLine = '', ...headerLines] = raw.slice(0, Math.max(end, 0)).split('\r\n')
  const headers = new Map<string, string[]>()
  for (const line of headerLines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  const payload = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
  const isChunked = headers.get('transfer-encoding')?.includes('chunked') ?? false
  const body = isChunked ? withoutChunkFrames(payload) : payload
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    bytes: body,
    body: body.toString('utf8'),
    raw,
  }
}

function withoutChunkFrames(payload: Buffer): Buffer {
  const parts: Buffer[] = []
  let rest = payload
  for (;;) {
    const lineEnd = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, lineEnd).toString('latin1'), 16)
    if (lineEnd < 0 || !size) return Buffer.concat(parts)
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size))
    rest = rest.subarray(lineEnd + 2 + size + 2)
  }
}
