import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test says piece by piece what a client would not, and hears what comes back. */
export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  let isClosed = false
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  // That it was reset shows in `isClosed`.
  socket.on('error', () => undefined)
  socket.on('close', () => (isClosed = true))
  await once(socket, 'connect')

  return {
    isClosed: () => isClosed,
    async send(bytes) {
      if (!isClosed && !socket.write(bytes)) await nextOf(socket, 'drain')
    },
    async statuses(count) {
      while (statusesIn(heard).length < count && !isClosed) await nextOf(socket, 'data')
      return statusesIn(heard)
    },
    close: () => socket.destroy(),
  }
}

async function nextOf(socket: Socket, event: 'data' | 'drain'): Promise<void> {
  const settled = new AbortController()
  const { signal } = settled
  await Promise.race([once(socket, event, { signal }), once(socket, 'close', { signal })]).catch(
    () => undefined,
  )
  settled.abort()
}

/** Of every answer but `100 Continue`. */
function statusesIn(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)]
    .map(([, status]) => Number(status))
    .filter((n) => n !== 100)
}

export interface RawConnection {
  /** Resolves when more may be sent, or when nothing can. */
  send: (bytes: string | Buffer) => Promise<void>
  /** Waits for so many answers, or for the end of the connection. */
  statuses: (count: number) => Promise<number[]>
  isClosed: () => boolean
  close: () => void
}
