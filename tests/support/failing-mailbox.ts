import type { ServerMiddleware } from 'srvx'

/** Middleware that makes a mailbox fail, call by call. */
export function failingMailbox(failures: Failures): ServerMiddleware {
  const counts = new Map<string, number>()
  return async (request, next) => {
    const { pathname: path, searchParams } = new URL(request.url)
    const to = searchParams.get('recipient') ?? ((await request.clone().json()) as { To: string }).To
    const nth = (counts.get(`${path} ${to}`) ?? 0) + 1
    counts.set(`${path} ${to}`, nth)

    const failure = failures({ path, to, nth })
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
export type Failures = (call: Call) => MailboxFailure | undefined

/** `nth` counts the calls to this path for this recipient. */
interface Call {
  path: string
  to: string
  nth: number
}

export type MailboxFailure =
  | { is: 'refusing'; answer: { status: number; body: object }; headers?: Record<string, string> }
  /** Never answers. */
  | { is: 'hanging' }
  /** Takes the email and drops the answer. */
  | { is: 'dropping' }
