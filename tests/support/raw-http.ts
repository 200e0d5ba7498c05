import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

const ANSWER_TIMEOUT_MS = 15_000

/**
 * Sends one request on a new connection, with its target unchanged, and reads the whole answer.
 *
 * @param target the request target, byte for byte: `//leaderboard`, `/%6ceaderboard`, `/a/../b`.
 */
export async function rawRequest(
  origin: string,
  target: string,
  { method = 'GET', headers = {}, body = '' }: RawOptions = {},
): Promise<RawAnswer> {
  const { port, host } = new URL(origin)
  const sent = request({
    host: '127.0.0.1',
    port,
    path: target,
    method,
    headers: { Host: host, ...headers },
    agent: false,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const found = Object.entries(answer.headersDistinct) as [string, string[]][]
  return {
    status: answer.statusCode ?? 0,
    headers: new Map(found),
    bytes,
    body: bytes.toString(),
    raw: [...answer.rawHeaders, bytes.toString()].join('\n'),
  }
}

/** Sends these bytes and returns everything until the connection ends. */
export async function exchange(origin: string, bytes: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) })
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
  socket.write(Buffer.from(bytes, 'latin1'))
  return text(socket)
}

export interface RawOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface RawAnswer {
  status: number
  /** By lower-case name, each with all its values. */
  headers: ReadonlyMap<string, readonly string[]>
  bytes: Buffer
  /** The same as UTF-8. */
  body: string
  /** Headers and body together. */
  raw: string
}
