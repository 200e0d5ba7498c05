import type { APIContext } from 'astro'
import { readEnv } from './server/env.ts'
import * as answers from './server/gate/answers.ts'
import { findEndpoint } from './server/gate/endpoints.ts'
import { actionLine, isSafeMethod, isSameOrigin } from './server/gate/request.ts'
import { log, nameRequest } from './server/log.ts'
import { ACTIONS_PREFIX, AVATARS_PREFIX, publicErrorScreens } from './shared/paths.ts'

/**
 * Judges again what reaches the function, because a request can reach it without passing the gate at the edge
 * (`netlify/edge-function.ts`). While pages are built it does nothing.
 */
export async function onRequest(context: Context, next: () => Promise<Response>): Promise<Response> {
  if (context.isPrerendered) return next()
  const startMs = performance.now()
  nameRequest(context.request)
  const answer = await serve(context, next)
  const line = actionLine(context.request, answer, performance.now() - startMs)
  if (line) log('info', line)
  return answer
}

/** What the function renders, and what Astro shows when that fails; everything else is a file. */
const ON_DEMAND = [ACTIONS_PREFIX, AVATARS_PREFIX, ...publicErrorScreens] as const

/**
 * Actions read and check the session themselves, and only then their body: Astro, which would read it first, leaves alone
 * what has no type.
 */
async function serve({ request, routePattern, locals }: Context, next: () => Promise<Response>) {
  if (!ON_DEMAND.some((prefix) => routePattern.startsWith(prefix))) return answers.plain(404, 'Not found.\n')
  if (isSafeMethod(request.method)) return next()
  if (!isSameOrigin(request.headers, readEnv(process.env).SITE_URL)) return answers.forbidden()
  const judged = findEndpoint(request)
  if ('refusal' in judged) return judged.refusal

  request.headers.delete('content-type')
  return answers.withRetryAfter(await next(), locals.retryAfterSeconds)
}

type Context = Pick<APIContext, 'request' | 'isPrerendered' | 'routePattern' | 'locals'>
