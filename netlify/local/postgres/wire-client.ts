import type { Socket } from 'node:net'
import type { Backend } from './backend.ts'
import { findLogin, type Login } from './credentials.ts'
import * as wire from './wire-messages.ts'
import { idleInTransaction, WireSession } from './wire-session.ts'

/** A client that has not signed in by then is none. */
const SIGN_IN_TIMEOUT_MS = 10_000

/** Speaks PostgreSQL's protocol with one client until it leaves. Never throws: a broken client is only closed. */
export async function serveWireClient(socket: Socket, options: WireClientOptions): Promise<void> {
  // Without a listener a client that resets its connection would end the process.
  socket.on('error', () => socket.destroy())
  let session: WireSession | null = null
  const reader = new MessageReader(socket)
  try {
    const login = await signIn(socket, reader, options)
    if (!login) return
    session = new WireSession({
      ...options,
      role: login.role,
      onIdleTooLong: () => socket.end(idleInTransaction, () => socket.destroy()),
    })
    await converse(socket, reader, session)
  } catch (error) {
    socket.end(wire.errorMessage('FATAL', 'XX000', error instanceof Error ? error.message : 'internal error'))
  } finally {
    await session?.leave().catch(() => undefined)
    socket.destroySoon()
  }
}

/** null for a stranger, and for who left or was too slow. */
async function signIn(
  socket: Socket,
  reader: MessageReader,
  options: WireClientOptions,
): Promise<Login | null> {
  const timeout = setTimeout(() => socket.destroy(), SIGN_IN_TIMEOUT_MS)
  try {
    const startup = await readStartup(socket, reader)
    if (!startup) return null

    const user = startup.get('user') ?? ''
    const database = startup.get('database') ?? user
    socket.write(wire.typedMessage('R', wire.int32(CLEARTEXT_PASSWORD)))
    const reply = await reader.next(wire.messageLength, 1)
    if (!reply) return null

    const password = reply.toString('utf8', 5, reply.length - 1)
    const login = findLogin({ user, password, database }, options.logins)
    if (!login) {
      socket.end(wire.errorMessage('FATAL', '28P01', `password authentication failed for user "${user}"`))
      return null
    }
    socket.write(welcome(options, login))
    return login
  } finally {
    clearTimeout(timeout)
  }
}

/** null when the client only asked to cancel something (nothing here can be cancelled) or left. */
async function readStartup(socket: Socket, reader: MessageReader): Promise<Map<string, string> | null> {
  for (;;) {
    const message = await reader.next(wire.startupLength, 0)
    if (!message) return null

    const code = message.readInt32BE(4)
    if (code === wire.SSL_REQUEST || code === wire.GSS_REQUEST) {
      socket.write('N')
      continue
    }
    if (code === wire.CANCEL_REQUEST) return null
    if (code >> 16 === 3) return wire.startupParameters(message)
    throw new Error('unsupported frontend protocol')
  }
}

function welcome({ backend, id }: WireClientOptions, { credentials, role }: Login): Buffer {
  const parameters = {
    server_version: backend.serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    TimeZone: 'GMT',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
    is_superuser: role === null ? 'on' : 'off',
    session_authorization: credentials.user,
  }
  return Buffer.concat([
    wire.typedMessage('R', wire.int32(0)),
    ...Object.entries(parameters).map((pair) => wire.typedMessage('S', wire.cStrings(...pair))),
    wire.typedMessage('K', Buffer.concat([wire.int32(id), wire.int32(0)])),
    wire.typedMessage('Z', Buffer.from('I')),
  ])
}

async function converse(socket: Socket, reader: MessageReader, session: WireSession): Promise<void> {
  for (;;) {
    const message = await reader.next(wire.messageLength, 1)
    if (!message || message[0] === TERMINATE) return
    const answer = await session.receive(message)
    if (answer) socket.write(answer)
  }
}

/** Cuts the bytes of a socket into messages, as they are asked for. */
class MessageReader {
  readonly #chunks: AsyncIterator<Buffer>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  }

  /** The next message; null when the client has left. */
  async next(length: (buffer: Buffer) => number, lengthOffset: number): Promise<Buffer | null> {
    for (;;) {
      if (wire.isMalformedLength(this.#buffer, lengthOffset)) throw new Error('invalid message length')
      const size = length(this.#buffer)
      if (size > 0) {
        const message = this.#buffer.subarray(0, size)
        this.#buffer = this.#buffer.subarray(size)
        return message
      }
      const chunk = await this.#chunks.next().catch(() => ({ done: true as const, value: undefined }))
      if (chunk.done) return null
      this.#buffer = this.#buffer.length === 0 ? chunk.value : Buffer.concat([this.#buffer, chunk.value])
    }
  }
}

const CLEARTEXT_PASSWORD = 3
const TERMINATE = 'X'.charCodeAt(0)

export interface WireClientOptions {
  backend: Backend
  logins: readonly Login[]
  id: number
}
