import { type ActionAPIContext, type ActionClient, ActionError, defineAction } from 'astro:actions'
import type * as z from 'zod/mini'
import { deps } from '#src/server/deps.ts'
import { bodies } from '#src/server/gate/endpoints.ts'
import { readBytes } from '#src/server/read-bytes.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import type { Browser as SigningIn } from '#src/server/sign-in/sign-in.ts'
import { readCookie } from '#src/server/cookies.ts'
import type { Deps } from '#src/server/vendors/ports.ts'
import { type Failure, failureError, toActionError } from './action-error.ts'
import { deliverSoon, type Success, unwrap } from './result.ts'

/** An Astro action that needs no session. A result that isn't `ok` is an expected failure. */
export function publicAction<Output, Schema extends OptionalSchema = undefined>({
  handler,
  ...action
}: PublicAction<Schema, Output>): Client<Schema, Output> {
  return createAction(action, (input, context) => handler(deps(), input, browserOf(context), context))
}

/** An Astro action for the member whom the middleware has put into `locals`. */
export function memberAction<Output, Schema extends OptionalSchema = undefined>({
  handler,
  ...action
}: MemberAction<Schema, Output>): Client<Schema, Output> {
  return createAction(action, (input, context) => {
    const { signedIn } = context.locals
    if (!signedIn) throw new Error('The list of endpoints lets anyone call an action for members.')
    return handler(deps(), signedIn, input, browserOf(context))
  })
}

function createAction<Output, Schema extends OptionalSchema>(
  { input, takes, delivers = false }: Action<Schema>,
  handler: (input: Input<Schema>, context: ActionAPIContext) => Promise<Output | Failure>,
): Client<Schema, Output> {
  return defineAction<unknown, undefined, z.ZodMiniType>({
    ...(input && !takes && { input }),
    async handler(parsed, context) {
      try {
        const given = input && takes ? await readInput(context, takes, input) : parsed
        const output = unwrap(context, await handler(given as Input<Schema>, context))
        if (delivers) deliverSoon(context)
        // For nothing, Astro would send another status.
        if (output === undefined) return {}
        return output
      } catch (error) {
        throw toActionError(context, error)
      }
    },
  }) as unknown as Client<Schema, Output>
}

// Reads and checks a body as Astro does an action's `input`; that of a picture is its bytes.
async function readInput(
  context: ActionAPIContext,
  takes: LargeBody,
  schema: z.ZodMiniType,
): Promise<unknown> {
  const { maxBytes, tooLarge } = bodies[takes]
  const bytes = await readBytes(context.request, maxBytes)
  if (bytes === 'too_large') throw failureError(context, { code: tooLarge })
  if (bytes === 'disconnected') throw failureError(context, { code: 'unexpected' })
  const input: unknown = takes === 'picture' ? bytes : await new Response(bytes).json().catch(() => null)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw ActionError.fromJson({ type: 'AstroActionInputError', issues: parsed.error.issues })
}

function browserOf({ request: { headers }, clientAddress }: ActionAPIContext): Browser {
  const { siteUrl } = deps()
  return {
    // The platform's, never a header's.
    address: clientAddress,
    sessionToken: readCookie(headers, 'session', siteUrl),
    deviceToken: readCookie(headers, 'device', siteUrl),
    signUpToken: readCookie(headers, 'sign-up', siteUrl),
    viewAs: readCookie(headers, 'view-as', siteUrl),
    userAgent: headers.get('user-agent'),
  }
}

type LargeBody = 'people' | 'picture'
type OptionalSchema = z.ZodMiniType | undefined
type Input<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Client<Schema extends OptionalSchema, Output> = ActionClient<Success<Output>, undefined, Schema> & string

interface Action<Schema> {
  /** A `…Form` where a page checks the same fields, a `…Query` where the action only reads, otherwise an `…Input`. */
  input?: Schema
  /** A body that may be larger than `actionBodySizeLimit`, and that Astro therefore leaves alone. */
  takes?: LargeBody
  /** Whether it queues messages, which then leave at once. */
  delivers?: boolean
}

interface PublicAction<Schema, Output> extends Action<Schema> {
  handler: (deps: Deps, input: Input<Schema>, browser: Browser, context: ActionAPIContext) => Promise<Output>
}

interface MemberAction<Schema, Output> extends Action<Schema> {
  handler: (deps: Deps, signedIn: SignedIn, input: Input<Schema>, browser: Browser) => Promise<Output>
}

type Browser = SigningIn & { signUpToken: string | null; viewAs: string | null }
