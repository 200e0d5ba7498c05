import type { ServerMiddleware } from 'srvx'

/** Makes a mailbox fail as a test wants it, call by call. */
export function mailTrouble(trouble: Trouble): ServerMiddleware {
  const counts = new Map<string, number>()
  return async (request, next) => {
    const { pathname: path, searchParams } = new URL(request.url)
    const to = searchParams.get('recipient') ?? ((await request.clone().json()) as { To: string }).To
    const nth = (counts.get(`${path} ${to}`) ?? 0) + 1
    counts.set(`${path} ${to}`, nth)

    const misbehaviour = trouble({ path, to, nth })
    if (!misbehaviour) return next()
    if (misbehaviour.is === 'hanging') return new Promise<never>(() => undefined)
    if (misbehaviour.is === 'refusing') {
      const { answer, headers = {} } = misbehaviour
      return Response.json(answer.body, { status: answer.status, headers })
    }
    await next()
    request.runtime?.node?.req.socket.destroy()
    return new Response(null)
  }
}

/** undefined answers as usual. */
export type Trouble = (call: Call) => Misbehaviour | undefined

/** Which path, to whom, and its number among the calls to that path for that recipient. */
interface Call {
  path: string
  to: string
  nth: number
}

export type Misbehaviour =
  | { is: 'refusing'; answer: { status: number; body: object }; headers?: Record<string, string> }
  /** Never answers. */
  | { is: 'hanging' }
  /** Takes the mail, and the answer is lost on its way. */
  | { is: 'dropping' }
