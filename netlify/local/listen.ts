import { serve, type ServerOptions } from 'srvx'
import { StackError } from './stack-error.ts'

/** Starts a server, which ends when it is closed. Throws a StackError when the address cannot be had. */
export async function listen({ purpose, ...options }: ListenOptions): Promise<Listening> {
  const server = serve({ manual: true, silent: true, gracefulShutdown: false, ...options })
  try {
    await server.serve()
  } catch (error) {
    throw explainListenError(error, { purpose, ...options })
  }
  const { port, origin } = new URL(server.url ?? '')
  return { port: Number(port), url: origin, close: (isForced = true) => server.close(isForced) }
}

/** A StackError for what the person who starts it can put right; anything else as it is. */
export function explainListenError(error: unknown, { hostname, port, purpose }: Wanted): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StackError(`Port ${port} for ${purpose} is already in use. Choose another with PORT.`)
    case 'EACCES':
      return new StackError(`Port ${port} for ${purpose} needs more rights. Choose another with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StackError(`The address ${hostname} is not one of this machine. Change HOST.`)
    default:
      return error
  }
}

type Wanted = Pick<ListenOptions, 'hostname' | 'port' | 'purpose'>

interface ListenOptions extends ServerOptions {
  hostname: string
  /** 0 takes any free one. */
  port: number
  /** What it is for, as in "the site". */
  purpose: string
}

export interface Listening {
  port: number
  url: string
  /** Cuts off requests under way, or lets them end. */
  close: (isForced?: boolean) => Promise<void>
}
