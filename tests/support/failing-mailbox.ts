import type { ServerMiddleware } from 'srvx'

/** Middleware that makes a mailbox fail, call by call. */
export function failingMailbox(failures: Failures): ServerMiddleware {
  return async (request, next) => {
    const failure = await failures({ path: new URL(request.url).pathname })
    if (!failure) return next()
    if (failure.is === 'hanging') return new Promise<never>(() => undefined)
    if (failure.is === 'refusing') {
      const { answer, headers = {} } = failure
      return Response.json(answer.body, { status: answer.status, headers })
    }
    await next()
    request.runtime?.node?.req.socket.destroy()
    return new Response(null)
  }
}

/** What goes wrong with a call; undefined when it succeeds. */
export type Failures = (call: { path: string }) => MailboxFailure | undefined | Promise<undefined>

export type MailboxFailure =
  | { is: 'refusing'; answer: { status: number; body: object }; headers?: Record<string, string> }
  /** Never answers. */
  | { is: 'hanging' }
  /** Takes the email and drops the answer. */
  | { is: 'dropping' }
