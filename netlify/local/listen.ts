import type { Server } from 'srvx'
import { StackError } from './stack-error.ts'

/** Starts listening and returns the port that was taken. Throws a StackError when the address cannot be had. */
export async function listen(server: Server, wanted: Wanted): Promise<number> {
  try {
    await server.serve()
  } catch (error) {
    throw explainListenError(error, wanted)
  }
  return Number(new URL(server.url ?? '').port)
}

/** A StackError for what the person who starts it can put right; anything else as it is. */
export function explainListenError(error: unknown, { host, port, purpose }: Wanted): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StackError(`Port ${port} for ${purpose} is already in use. Choose another with PORT.`)
    case 'EACCES':
      return new StackError(`Port ${port} for ${purpose} needs more rights. Choose another with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StackError(`The address ${host} is not one of this machine. Change HOST.`)
    default:
      return error
  }
}

interface Wanted {
  host: string
  port: number
  /** What it was for, as in "for the site". */
  purpose: string
}
