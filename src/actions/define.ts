import { type ActionAPIContext, type ActionClient, ActionError, defineAction } from 'astro:actions'
import type * as z from 'zod/mini'
import { OverloadedError } from '#src/server/overload.ts'
import { deps } from '#src/server/deps.ts'
import type { ActionFor, ActionName } from '#src/server/gate/endpoints.ts'
import type { Limit } from '#src/server/limits/attempt-limits.ts'
import { countAttempt } from '#src/server/limits/rate-limits.ts'
import { log, requestIdOf } from '#src/server/log.ts'
import { requireMember, type SignedIn } from '#src/server/sessions/require-member.ts'
import type { Browser as SigningIn } from '#src/server/sign-in/sign-in.ts'
import { readCookie } from '#src/server/tokens.ts'
import type { Deps } from '#src/server/vendors/ports.ts'
import { failureMessage, type OutageCode } from '#src/shared/failure.ts'
import { deliverSoon, type Failure, type Success, unwrap, refuse } from './answer.ts'
import type { Body } from './body.ts'

/**
 * Defines actions so that none reads its body before checking the sender: origin and headers at the gate
 * (`server/gate/endpoints.ts`), then the session, then the member's rate limit.
 */

/** An action that needs no session. */
export function publicAction<Output, Schema extends OptionalSchema = undefined, Input = undefined>(
  name: ActionFor<'anyone'>,
  { body, handler, ...action }: PublicAction<Schema, Input, Output>,
): Client<Schema, Output> {
  return createAction(name, action, async (context) =>
    handler(deps(), (await body?.read(context.request)) as Input, browserOf(context), context),
  )
}

/** An action for approved members, identified by the session. Fails for anyone else. */
export function memberAction<Output, Schema extends OptionalSchema = undefined, Input = undefined>(
  name: ActionFor<'members'>,
  { body, limit, isForAdmins = false, handler, ...action }: MemberAction<Schema, Input, Output>,
): Client<Schema, Output> {
  return createAction(name, action, async (context) => {
    const browser = browserOf(context)
    const { signedIn } = unwrap(context, await requireMember(deps(), browser.sessionToken))
    if (limit) unwrap(context, await countAttempt(deps().sql, limit, signedIn.member.id))
    // The role may have been revoked since the page loaded.
    if (isForAdmins && !signedIn.member.isAdmin) refuse(context, { code: 'not_admin' })
    return handler(deps(), signedIn, (await body?.read(context.request)) as Input, browser)
  })
}

/** The browser of a request. The address is the platform's, never a header's. */
function browserOf({
  request: { headers },
  clientAddress,
}: Pick<ActionAPIContext, 'request' | 'clientAddress'>): Browser {
  const { siteUrl } = deps()
  return {
    address: clientAddress,
    sessionToken: readCookie(headers, 'session', siteUrl),
    deviceToken: readCookie(headers, 'device', siteUrl),
    signUpToken: readCookie(headers, 'sign-up', siteUrl),
    userAgent: headers.get('user-agent'),
  }
}

/**
 * Defines an Astro action without a schema, because Astro would read the body first. A result that isn't `ok` is an expected
 * failure. Any throw but an ActionError is an outage: logged here, and shown as the sentence of `outage` without details.
 */
function createAction<Schema extends OptionalSchema, Output>(
  action: ActionName,
  { outage = 'unexpected', delivers = false }: Pick<Action<Schema, unknown>, 'outage' | 'delivers'>,
  serve: (context: ActionAPIContext) => Promise<Output | Failure>,
): Client<Schema, Output> {
  const handler = (_unread: unknown, context: ActionAPIContext) =>
    serve(context)
      .then((result) => {
        const output = unwrap(context, result)
        if (delivers) deliverSoon(context)
        // For nothing, Astro would send another status.
        if (output === undefined) return {}
        return output
      })
      .catch((error: unknown) => {
        if (error instanceof ActionError) throw error
        if (error instanceof OverloadedError) {
          // A full queue isn't logged; rate limits that can't be counted are.
          if (error.cause !== undefined) log('error', { code: 'limits_unavailable', error: error.cause })
          refuse(context, { code: 'busy', retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS })
        }
        log('error', { code: outage, facts: { action }, error, request: context.request })
        const requestId = requestIdOf(context.request)
        const message = failureMessage(requestId ? { code: outage, requestId } : { code: outage })
        throw new ActionError({ code: 'INTERNAL_SERVER_ERROR', message })
      })
  return defineAction({ handler }) as unknown as Client<Schema, Output>
}

const BUSY_RETRY_AFTER_SECONDS = 5

type OptionalSchema = z.ZodMiniType | undefined
type Client<Schema extends OptionalSchema, Output> = ActionClient<Success<Output>, undefined, Schema> & string

interface Action<Schema extends OptionalSchema, Input> {
  /** Without one, nothing is read and the input is undefined. */
  body?: Body<Schema, Input>
  /** Default: `unexpected`. */
  outage?: OutageCode
  /** Whether it queues messages, which then leave at once. */
  delivers?: boolean
}

interface PublicAction<Schema extends OptionalSchema, Input, Output> extends Action<Schema, Input> {
  handler: (deps: Deps, input: Input, browser: Browser, context: ActionAPIContext) => Promise<Output>
}

interface MemberAction<Schema extends OptionalSchema, Input, Output> extends Action<Schema, Input> {
  /** Rate limit per member. */
  limit?: Limit
  isForAdmins?: boolean
  handler: (deps: Deps, signedIn: SignedIn, input: Input, browser: Browser) => Promise<Output>
}

type Browser = SigningIn & { signUpToken: string | null }
