import type { APIContext } from 'astro'
import type { ActionError } from 'astro:actions'
import { defineMiddleware } from 'astro:middleware'
import { failureError, toActionError } from './actions/action-error.ts'
import { unwrap } from './actions/result.ts'
import { deps } from './server/deps.ts'
import * as responses from './server/gate/responses.ts'
import { type Endpoint, findEndpoint } from './server/gate/endpoints.ts'
import { isSubmissionUrl, isSafeMethod, isSameOrigin } from './server/gate/request.ts'
import { countAttempt } from './server/limits/rate-limits.ts'
import { ensureRequestId } from './server/log.ts'
import { requireMember, type SignedIn } from './server/sessions/require-member.ts'
import { readCookie } from './server/cookies.ts'
import { ACTIONS_PREFIX, AVATARS_PREFIX, publicErrorScreens, SUBMISSIONS_PREFIX } from './shared/paths.ts'

// Route prefixes that the function renders, including Astro's error screens; everything else is a file.
const ON_DEMAND = [ACTIONS_PREFIX, AVATARS_PREFIX, SUBMISSIONS_PREFIX, ...publicErrorScreens] as const

/**
 * Checks requests again at the function, because they can bypass the gate at the edge, and the sender of an action before Astro
 * reads its body. Does nothing during a build.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, isPrerendered, routePattern, locals } = context
  if (isPrerendered) return next()
  ensureRequestId(request)
  if (!ON_DEMAND.some((prefix) => routePattern.startsWith(prefix)))
    return responses.plain(404, 'Not found.\n')
  if (isSafeMethod(request.method)) return next()
  if (routePattern.startsWith(SUBMISSIONS_PREFIX))
    return isSubmissionUrl(new URL(request.url)) ? next() : responses.plain(404, 'Not found.\n')
  if (!isSameOrigin(request.headers, deps().siteUrl))
    return responses.actionRefusal('FORBIDDEN', 'other_address')
  // With `?_action=`, Astro runs an action at any route; here, only at its own.
  const endpoint = findEndpoint(request)
  if (endpoint instanceof Response) return endpoint

  const response = await runAction(context, endpoint, next).catch((error: unknown) =>
    toResponse(toActionError(context, error)),
  )
  return responses.withRetryAfter(response, locals.retryAfterSeconds)
})

async function runAction(
  context: APIContext,
  endpoint: Endpoint,
  next: () => Promise<Response>,
): Promise<Response> {
  const { request, locals } = context
  if (endpoint.for !== 'anyone') locals.signedIn = await requireSender(context, endpoint)
  // Astro counts the bytes of a body without a length, and reads none without a type.
  request.headers.delete('content-length')
  if (endpoint.takes) request.headers.delete('content-type')
  return next().catch((error: unknown) => {
    throw isUnreadable(error) ? failureError(context, { code: 'unexpected' }) : error
  })
}

async function requireSender(context: APIContext, endpoint: Endpoint): Promise<SignedIn> {
  const { sql, sessions, siteUrl } = deps()
  const token = readCookie(context.request.headers, 'session', siteUrl)
  const { signedIn } = unwrap(context, await requireMember({ sessions }, token))
  // The role may have been revoked since the page loaded.
  if (endpoint.for === 'admins' && !signedIn.member.isAdmin)
    throw failureError(context, { code: 'not_admin' })
  // For others there is no such page.
  if (endpoint.for === 'editors' && !signedIn.member.isEditor)
    throw failureError(context, { code: 'page_outdated' })
  if (endpoint.limit) unwrap(context, await countAttempt(sql, endpoint.limit, signedIn.member.id))
  return signedIn
}

// Whether the body isn't JSON or the client is gone. What an action throws, Astro has answered.
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
  )
}

function toResponse(error: ActionError): Response {
  const { type, code, status, message } = error
  return Response.json({ type, code, status, message }, { status })
}
