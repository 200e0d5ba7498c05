import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a client may send after its answer: as much as the largest body that the site takes, and no longer than this. */
const MAX_BYTES = 6 * 1024 * 1024
const MAX_MS = 5_000

/** In chunks, which no browser sends: a chunk may hold one byte, and a million of them keep everybody else waiting. */
const MAX_CHUNKED_BYTES = 256 * 1024

/**
 * Bears with a client that is still sending its request's body when the answer has been given: it may hear nothing
 * before it is done. What it sends is read and forgotten, and the next request is answered; one that does not end
 * is cut off.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  // A request whose body was cancelled has lost its socket.
  const { socket } = request
  response.prependOnceListener('finish', () => {
    if (request.complete || socket.destroyed) return

    const cutOff = setTimeout(() => socket.destroy(), MAX_MS)
    const close = postponeClose(socket)
    if (request.destroyed) {
      // Neither the rest nor what follows it can be read.
      socket.once('close', () => {
        clearTimeout(cutOff)
      })
      socket.end()
      return
    }
    discardRest(request, socket, () => {
      clearTimeout(cutOff)
      close()
    })
  })
}

function discardRest(request: IncomingMessage, socket: Socket, done: () => void): void {
  let left = request.headers['content-length'] === undefined ? MAX_CHUNKED_BYTES : MAX_BYTES
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  }
  request.once('close', () => {
    socket.off('data', count)
    done()
  })
  // Readers of its beginning stop here.
  request.removeAllListeners('data')
  request.removeAllListeners('readable')
  request.resume()
  socket.on('data', count)
}

/**
 * Where the connection ends with the answer, Node closes it at once. With bytes of the client on their way that is a
 * reset, which can take the answer along: only our own side is ended until what this returns is called.
 */
function postponeClose(socket: Socket): () => void {
  const destroySoon = socket.destroySoon.bind(socket)
  let isDue = false
  socket.destroySoon = () => {
    isDue = true
    socket.end()
  }
  return () => {
    socket.destroySoon = destroySoon
    if (isDue) socket.destroySoon()
  }
}
