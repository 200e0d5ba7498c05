import type { APIContext } from 'astro'
import { readEnv } from './server/env.ts'
import * as answers from './server/gate/answers.ts'
import { findEndpoint } from './server/gate/endpoints.ts'
import { isFormAddress, isSafeMethod, isSameOrigin } from './server/gate/request.ts'
import { ensureRequestId } from './server/log.ts'
import { ACTIONS_PREFIX, AVATARS_PREFIX, publicErrorScreens, SUBMISSIONS_PREFIX } from './shared/paths.ts'

/** Route prefixes that the function renders, including Astro's error screens; everything else is a file. */
const ON_DEMAND = [ACTIONS_PREFIX, AVATARS_PREFIX, SUBMISSIONS_PREFIX, ...publicErrorScreens] as const

/**
 * Checks requests again at the function, because they can bypass the gate at the edge (`netlify/edge-function.ts`). Does nothing
 * during a build.
 */
export async function onRequest(
  { request, isPrerendered, routePattern, locals }: Context,
  next: () => Promise<Response>,
): Promise<Response> {
  if (isPrerendered) return next()
  ensureRequestId(request)
  if (!ON_DEMAND.some((prefix) => routePattern.startsWith(prefix))) return answers.plain(404, 'Not found.\n')
  if (isSafeMethod(request.method)) return next()
  if (routePattern.startsWith(SUBMISSIONS_PREFIX))
    return isFormAddress(new URL(request.url)) ? next() : answers.plain(404, 'Not found.\n')
  if (!isSameOrigin(request.headers, readEnv(process.env).SITE_URL))
    return answers.actionRefusal('FORBIDDEN', 'other_address')
  // With `?_action=`, Astro runs an action at any route; here, only at its own.
  const judged = findEndpoint(request)
  if ('refusal' in judged) return judged.refusal

  // So that Astro doesn't read the body: actions read it after they have checked the session.
  request.headers.delete('content-type')
  return answers.withRetryAfter(await next(), locals.retryAfterSeconds)
}

type Context = Pick<APIContext, 'request' | 'isPrerendered' | 'routePattern' | 'locals'>
