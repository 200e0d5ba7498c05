import type { APIContext } from 'astro'
import { createGate, logRequest, siteUrl } from './server/edge.ts'
import * as answers from './server/gate/answers.ts'
import { auditLine, findEndpoint, isAtEdge, isSafeMethod, isSameOrigin } from './server/gate/endpoints.ts'
import { passGate } from './server/gate/gate.ts'
import { log } from './server/log.ts'
import { nameRequest } from './server/request-id.ts'

/** The gate. It runs in three places: at build time, in front of every request at the edge, and in the function. */
export function onRequest(context: Context, next: () => Promise<Response>): Promise<Response> {
  if (context.isPrerendered) return next()
  nameRequest(context.request)
  return isAtEdge(context) ? serveAtEdge(context, next) : serveInFunction(context, next)
}

async function serveAtEdge({ request, locals }: Context, next: Next): Promise<Response> {
  const startMs = performance.now()
  const answer = await passGate(createGate(locals.netlify.context), request, next)
  logRequest(request, answer, performance.now() - startMs)
  return answer
}

async function serveInFunction(context: Context, next: Next): Promise<Response> {
  const startMs = performance.now()
  const answer = await serveAction(context, next)
  const line = auditLine(context.request, answer.status, performance.now() - startMs)
  if (line) log('info', line)
  return answer
}

/**
 * A request that reached the function on another way than through the gate stops here. Actions read and check the
 * session themselves, and only then their body: Astro, which would read it first, leaves alone what has no type.
 */
async function serveAction({ request, locals }: Context, next: Next): Promise<Response> {
  if (isSafeMethod(request.method)) return next()
  if (!isSameOrigin(request.headers, siteUrl())) return answers.forbidden()
  const found = findEndpoint(request)
  if ('refusal' in found) return found.refusal

  request.headers.delete('content-type')
  return answers.withRetryAfter(await next(), locals.retryAfterSeconds)
}

/** As much as the edge knows of a request, which Astro's own context holds as well. */
type Context = Pick<APIContext, 'request' | 'isPrerendered' | 'routePattern' | 'locals'>

type Next = () => Promise<Response>
