import { connect, type Socket } from 'node:net'

/**
 * A browser's connection that is kept alive, one request at a time. It understands what the portal answers and no more,
 * because what asks shares the processors with what is measured: Node's own client takes several times as long.
 */
export function openConnection(port: number): Connection {
  let socket: Socket | undefined
  let waiting: PromiseWithResolvers<Answer> | undefined
  let head = ''
  let answer: Answer = { status: 0, etag: null }
  let bytesLeft = NaN

  function hear(chunk: Buffer): void {
    if (Number.isNaN(bytesLeft)) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      answer = readHead(head.slice(0, end))
      bytesLeft = lengthOf(head.slice(0, end), answer) - (head.length - end - 4)
      // Nothing that members ask for is answered so.
      if (bytesLeft === NO_LENGTH) return void socket?.destroy()
    } else {
      bytesLeft -= chunk.length
    }
    if (bytesLeft > 0) return
    ;[head, bytesLeft] = ['', NaN]
    waiting?.resolve(answer)
  }

  function begin(): Socket {
    const begun = connect({ port, host: '127.0.0.1', noDelay: true })
    begun.on('data', hear)
    // That it ended shows in 'close'.
    begun.on('error', () => undefined)
    begun.on('close', () => {
      ;[socket, head, bytesLeft] = [undefined, '', NaN]
      waiting?.reject(new Error('The portal ended the connection.'))
    })
    return begun
  }

  return {
    async ask(request) {
      waiting = Promise.withResolvers()
      socket ??= begin()
      socket.write(request)
      return waiting.promise.finally(() => (waiting = undefined))
    },
    close() {
      socket?.destroy()
    },
  }
}

function readHead(head: string): Answer {
  return { status: Number(head.slice(9, 12)), etag: /^etag: (.*)$/im.exec(head)?.[1] ?? null }
}

function lengthOf(head: string, { status }: Answer): number {
  return status === 304 ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? NO_LENGTH)
}

const NO_LENGTH = Infinity

export interface Connection {
  /**
   * Sends this text and waits for the whole answer; connects when it is not connected. Rejects when the connection ends
   * before.
   */
  ask: (request: string) => Promise<Answer>
  close: () => void
}

export interface Answer {
  status: number
  etag: string | null
}
