import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve, type ServerOptions } from 'srvx'
import { StackError } from './stack-error.ts'

const LAST_REQUESTS_MS = 3_000

/** Starts a server. @throws StackError when it can't listen on the address. */
export async function listen({ purpose, ...options }: ListenOptions) {
  await refuseTaken({ purpose, ...options })
  const server = serve({ manual: true, silent: true, gracefulShutdown: false, ...options })
  try {
    await server.serve()
  } catch (error) {
    throw explainListenError(error, { purpose, ...options })
  }
  const { port, origin } = new URL(server.url ?? '')
  // Requests on their way are answered first.
  const close = async () => {
    await Promise.race([server.close(), sleep(LAST_REQUESTS_MS, undefined, { ref: false })])
    await server.close(true)
  }
  return { port: Number(port), url: origin, close }
}

/** The port, or any free one for 0. @throws StackError when it can't be listened on. */
export async function findPort(wanted: Wanted): Promise<number> {
  await refuseTaken(wanted)
  const probe = createServer().listen(wanted.port, wanted.hostname)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw explainListenError(error, wanted)
  }
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

// Browsers try both addresses of localhost, and another program may listen on the one that isn't ours.
async function refuseTaken({ hostname, port, purpose }: Wanted): Promise<void> {
  if (port === 0 || !ON_LOOPBACK.test(hostname)) return
  const answers = ['127.0.0.1', '::1'].map(async (host) => {
    const socket = connect({ host, port })
    const isTaken = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isTaken
  })
  if ((await Promise.all(answers)).includes(true)) throw alreadyInUse(port, purpose)
}

const ON_LOOPBACK = /^(?:localhost|127\..*|::1?|0\.0\.0\.0)$/

function explainListenError(error: unknown, { hostname, port, purpose }: Wanted): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return alreadyInUse(port, purpose)
    case 'EACCES':
      return new StackError(`Port ${port} for ${purpose} requires root. Choose another with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StackError(`This machine doesn’t have the address ${hostname}. Change HOST.`)
    default:
      return error
  }
}

function alreadyInUse(port: number, purpose: string): StackError {
  return new StackError(`Port ${port} for ${purpose} is already in use. Choose another with PORT.`)
}

type Wanted = Pick<ListenOptions, 'hostname' | 'port' | 'purpose'>

interface ListenOptions extends ServerOptions {
  hostname: string
  port: number
  purpose: string
}
