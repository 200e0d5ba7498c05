import { connect } from 'node:net'
import type { Answer } from './draft.ts'

const SILENT_MS = 20_000

/**
 * Sends these requests on one connection without waiting for answers in between, and reads until it is closed, which the last
 * of them should ask for. A host that closes before leaves the rest unanswered.
 *
 * @param methods of the requests, which say whose answer has no body.
 */
export async function pipeline(
  port: number,
  from: string,
  requests: Buffer,
  methods: readonly string[],
): Promise<Answer[]> {
  const chunks: Buffer[] = []
  await new Promise<void>((closed) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    socket.setTimeout(SILENT_MS, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    // What came before a reset was said all the same.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      closed()
    })
    socket.write(requests)
  })
  return answersIn(Buffer.concat(chunks), methods)
}

/** As many as came whole. */
export function answersIn(bytes: Buffer, methods: readonly string[]): Answer[] {
  const answers: Answer[] = []
  let at = 0
  while (answers.length < methods.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) break
    const head = bytes.toString('latin1', at, end)
    const status = Number(head.slice(9, 12))
    const isEmpty = methods[answers.length] === 'HEAD' || status < 200 || status === 204 || status === 304
    const body = isEmpty ? { bytes: NOTHING, end: end + 4 } : bodyAt(bytes, end + 4, head)
    if (!body) break
    if (status >= 200) answers.push(answerOf(status, head, body.bytes))
    at = body.end
  }
  return answers
}

function answerOf(status: number, head: string, body: Buffer): Answer {
  return {
    status,
    location: header(head, 'location'),
    cacheControl: header(head, 'cache-control'),
    retryAfter: header(head, 'retry-after'),
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]),
  }
}

/** null when it did not come to its end. */
function bodyAt(bytes: Buffer, start: number, head: string): Body | null {
  if (/^chunked/i.test(header(head, 'transfer-encoding') ?? '')) return chunksAt(bytes, start)
  const length = header(head, 'content-length')
  const end = length === null ? bytes.length : start + Number(length)
  return end > bytes.length ? null : { bytes: bytes.subarray(start, end), end }
}

function chunksAt(bytes: Buffer, start: number): Body | null {
  const parts: Buffer[] = []
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at)
    const size = line < 0 ? NaN : Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (Number.isNaN(size) || line + 4 + size > bytes.length) return null
    if (size === 0) return { bytes: Buffer.concat(parts), end: line + 4 }
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 4 + size
  }
}

/** null when the answer has none of this name. */
function header(head: string, name: string): string | null {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1] ?? null
}

const NOTHING = Buffer.alloc(0)

interface Body {
  bytes: Buffer
  /** Where the next answer begins. */
  end: number
}
