import type { APIContext } from 'astro'
import { defineMiddleware } from 'astro:middleware'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { createGate, siteUrl } from './server/edge.ts'
import * as answers from './server/gate/answers.ts'
import { auditLine } from './server/gate/audit-line.ts'
import { isBodyTooLarge } from './server/gate/body-limit.ts'
import { passGate } from './server/gate/gate.ts'
import { isSafeMethod, isSameOrigin } from './server/gate/same-origin.ts'

/** The gate. It runs in three places: at build time, in front of every request at the edge, and in the function. */
export const onRequest = defineMiddleware((context, next) => {
  if (context.isPrerendered) return next()
  if (!isAtEdge(context)) return recorded(context.request, serveAction(context, next))

  const { request } = context
  const host = context.locals.netlify.context
  const rewrite = (path: string) => host.rewrite(path)
  return passGate(createGate(request, rewrite, host.ip), request, next)
})

/** At the edge no route has been matched yet; in the function the adapter's router has done so. */
function isAtEdge(context: APIContext): boolean {
  return context.routePattern === ''
}

async function recorded(request: Request, serving: Promise<Response>): Promise<Response> {
  const answer = await serving
  const line = auditLine(request, answer.status)
  if (line) console.info(line)
  return answer
}

/** Actions read and check the session themselves; a request that reached the function on another way stops here. */
async function serveAction(
  { request, locals }: APIContext,
  next: () => Promise<Response>,
): Promise<Response> {
  if (!isSafeMethod(request.method) && !isSameOrigin(request.headers, siteUrl())) return answers.forbidden()
  const { pathname } = new URL(request.url)
  if (isActionNamespace(pathname)) return answers.noAction()
  if (await isBodyTooLarge(request, pathname)) return answers.tooLarge(pathname)

  const answer = await next().catch(refuseMalformedBody)
  if (answer.status === 413) return answers.tooLarge(pathname)
  return answers.withRetryAfter(answer, locals.retryAfterSeconds)
}

/** Actions are named `noun.verb`; Astro takes a noun alone for an action that is broken. */
function isActionNamespace(pathname: string): boolean {
  return pathname.startsWith(ACTIONS_PREFIX) && !pathname.includes('.')
}

/** Whatever an action itself throws, Astro answers: only its reading of the body gets as far as this. */
function refuseMalformedBody(error: unknown): Response {
  if (error instanceof SyntaxError) return answers.badRequest()
  throw error
}
