import type { APIContext } from 'astro'
import { createGate, siteUrl } from './server/edge.ts'
import * as answers from './server/gate/answers.ts'
import { auditLine, findEndpoint, isAtEdge, isSafeMethod, isSameOrigin } from './server/gate/endpoints.ts'
import { passGate } from './server/gate/gate.ts'
import { log } from './server/log.ts'

/** The gate. It runs in three places: at build time, in front of every request at the edge, and in the function. */
export function onRequest(context: Context, next: () => Promise<Response>): Promise<Response> {
  if (context.isPrerendered) return next()
  if (!isAtEdge(context)) return recorded(context.request, serveAction(context, next))

  const { request, locals } = context
  return passGate(createGate(locals.netlify.context.ip), request, next)
}

async function recorded(request: Request, serving: Promise<Response>): Promise<Response> {
  const answer = await serving
  const line = auditLine(request, answer.status)
  if (line) log('info', line)
  return answer
}

/**
 * A request that reached the function on another way than through the gate stops here. Actions read and check the
 * session themselves, and only then their body: Astro, which would read it first, leaves alone what has no type.
 */
async function serveAction({ request, locals }: Context, next: () => Promise<Response>): Promise<Response> {
  if (isSafeMethod(request.method)) return next()
  if (!isSameOrigin(request.headers, siteUrl())) return answers.forbidden()
  const found = findEndpoint(request)
  if ('refusal' in found) return found.refusal

  request.headers.delete('content-type')
  return answers.withRetryAfter(await next(), locals.retryAfterSeconds)
}

/** As much as the edge knows of a request, which Astro's own context holds as well. */
type Context = Pick<APIContext, 'request' | 'isPrerendered' | 'routePattern' | 'locals'>
