import { createServer, type Server, type Socket } from 'node:net'
import type { Backend } from './backend.ts'
import { serveWireClient } from './wire-client.ts'
import type { Login } from './credentials.ts'

/** As many as a site, an admin or two and a test run need at once; each costs a socket and a few objects. */
const MAX_CONNECTIONS = 100

/** Serves the embedded database to psql and every other PostgreSQL client. */
export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const clients = new Map<Socket, Promise<void>>()
  let nextId = 1

  const server = createServer({ noDelay: true }, (socket) => {
    const client = serveWireClient(socket, { ...options, id: nextId++ })
    clients.set(socket, client)
    void client.finally(() => clients.delete(socket))
  })
  server.maxConnections = MAX_CONNECTIONS
  await listen(server, options.port, options.host)

  return {
    port: portOf(server),
    async close() {
      server.close()
      for (const socket of clients.keys()) socket.destroy()
      await Promise.allSettled(clients.values())
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<null>()
  server.once('error', reject)
  server.listen({ port, host }, () => {
    resolve(null)
  })
  await promise
  server.off('error', reject)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

export interface WireServerOptions {
  backend: Backend
  logins: readonly Login[]
  host: string
  port: number
}

export interface WireServer {
  port: number
  /** Ends every connection, rolls back what they left open, and waits for both. */
  close(): Promise<void>
}
