import { connect, type Socket } from 'node:net'

/** Nobody waits longer for a portal that answers. */
export const ANSWER_WITHIN_MS = 10_000

/** What goes over one socket, byte for byte, one piece after the other. */
export interface Wire {
  pieces: readonly Buffer[]
  /** The time between two pieces: 0 sends them as one. */
  pauseMs: number
  /** Leaves after the last piece, so many milliseconds later, without waiting for an answer; null waits for one. */
  leavesAfterMs: number | null
}

export interface Outcome {
  /** Of the final answer; null when the connection was closed without one. */
  status: number | null
  /** Neither an answer nor the end of the connection came in time. */
  isHanging: boolean
  ms: number
}

/**
 * Sends one request and waits for the end of its answer.
 *
 * @param from the address of this machine that the request comes from, so that no limit of a network's attempts is met.
 */
export async function sendWire(siteUrl: string, wire: Wire, from?: string): Promise<Outcome> {
  const start = performance.now()
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(siteUrl).port), localAddress: from })
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  // A portal that has heard enough closes while it is still being written to.
  socket.on('error', () => undefined)
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  const sent = sendPieces(socket, wire, closed)
  const end = await Promise.race([closed, tooLate(), sent.then(() => leave(wire))])
  socket.destroy()
  return { status: statusIn(received), isHanging: end === 'late', ms: performance.now() - start }
}

async function sendPieces(
  socket: Socket,
  { pieces, pauseMs }: Wire,
  closed: Promise<'closed'>,
): Promise<void> {
  if (pauseMs === 0) {
    socket.write(Buffer.concat(pieces))
    return
  }
  for (const piece of pieces) {
    if (socket.destroyed) return
    socket.write(piece)
    await Promise.race([pause(pauseMs), closed])
  }
}

async function leave({ leavesAfterMs }: Wire): Promise<'left'> {
  if (leavesAfterMs === null) return new Promise(() => undefined)
  await pause(leavesAfterMs)
  return 'left'
}

async function tooLate(): Promise<'late'> {
  await pause(ANSWER_WITHIN_MS)
  return 'late'
}

/** Keeps no process alive that has nothing else to do. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

/** `100 Continue` is no answer yet. */
function statusIn(received: readonly Buffer[]): number | null {
  const statuses = [
    ...Buffer.concat(received)
      .toString('latin1')
      .matchAll(/(?:^|\r\n\r\n)HTTP\/1\.1 (\d{3})/g),
  ]
  const final = statuses.map(([, status]) => Number(status)).find((status) => status >= 200)
  return final ?? null
}
