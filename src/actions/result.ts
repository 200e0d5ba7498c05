import type { ActionAPIContext } from 'astro:actions'
import { deliver } from '#src/server/delivery.ts'
import { deps } from '#src/server/deps.ts'
import { log } from '#src/server/log.ts'
import { type Cookie, type Cookies, siteCookie } from '#src/server/cookies.ts'
import { type Failure, failureError } from './action-error.ts'

/** Returns what an action has for the browser, and sets its cookies. @throws ActionError for a failure. */
export function unwrap<Result>(
  context: Pick<ActionAPIContext, 'locals' | 'cookies'>,
  result: Result | Failure,
): Success<Result> {
  const { ok, cookies, ...output } = { ...(result as Partial<Failure> & { cookies?: Cookies }) }
  if (ok === false) throw failureError(context, result as Failure)
  if (!cookies) return result as Success<Result>
  for (const cookie of Object.values(cookies)) if (cookie) setCookie(context, cookie)
  return output as Success<Result>
}

export function setCookie({ cookies }: Pick<ActionAPIContext, 'cookies'>, cookie: Cookie): void {
  const { name, value, attributes } = siteCookie(cookie, deps().siteUrl)
  cookies.set(name, value, attributes)
}

/** Delivers queued messages after the response; the schedule delivers what this can't. */
export function deliverSoon({ locals }: Pick<ActionAPIContext, 'locals'>): void {
  // Rendering an email blocks the thread, so send the response first.
  const delivery = new Promise((resolve) => setImmediate(resolve))
    .then(() => deliver())
    .catch((error: unknown) => {
      log('error', { code: 'outbox_delivery_failed', error })
    })
  // The development server has no such context and needs none.
  ;(locals as Partial<App.Locals>).netlify?.context.waitUntil(delivery)
}

export type Success<Result> = WithoutCookies<Exclude<Result, Failure>>
type WithoutCookies<Result> = Result extends { cookies: Cookies } ? Omit<Result, 'ok' | 'cookies'> : Result
