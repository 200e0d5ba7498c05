import { ActionError, type ActionAPIContext, type ActionErrorCode } from 'astro:actions'
import type { SignInResult } from '#src/server/auth/sign-in.ts'
import type { SignUpResult } from '#src/server/auth/sign-up.ts'
import { errorText, type ErrorCode } from '#src/shared/errors.ts'

/**
 * Answers with what the work returns or refuses. Anything it throws besides is an outage: logged here, once, and
 * told to the person as the sentence of `outage`, without a stack, a statement or an address of ours.
 */
export async function answer<T>(
  { request }: Pick<ActionAPIContext, 'request'>,
  outage: ErrorCode,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ActionError) throw error
    logOutage(outage, request, error)
    throw new ActionError({ code: 'INTERNAL_SERVER_ERROR', message: errorText[outage] })
  }
}

/** Ends an action with the sentence of an expected failure. */
export function refuse(code: Refusal): never {
  throw new ActionError({ code: httpWord[code], message: errorText[code] })
}

const httpWord = {
  email_taken: 'CONFLICT',
  invalid_credentials: 'UNAUTHORIZED',
  account_pending: 'FORBIDDEN',
  account_denied: 'FORBIDDEN',
} as const satisfies Record<Refusal, ActionErrorCode>

/** The message of a database error may quote an e-mail address, so only its kind is written down. */
function logOutage(code: ErrorCode, request: Request, error: unknown): void {
  const requestId = request.headers.get('x-nf-request-id')
  console.error(JSON.stringify({ code, requestId, ...kindOf(error) }))
}

function kindOf(error: unknown): { error: string; sqlState?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  if (!('code' in error) || typeof error.code !== 'string') return { error: error.name }
  return { error: error.name, sqlState: error.code }
}

type Refusal = Extract<SignUpResult | SignInResult, { ok: false }>['code']
