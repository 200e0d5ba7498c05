import type { ActionAPIContext } from 'astro:actions'
import { app } from '#src/server/app.ts'
import type { SessionCookie } from '#src/server/auth/ports.ts'

/** The token of the session cookie as the browser sent it; null without one. */
export function sessionToken({ cookies }: Pick<ActionAPIContext, 'cookies'>): string | null {
  return cookies.get(app().blankSessionCookie().name)?.value ?? null
}

export function putCookie(
  { cookies }: Pick<ActionAPIContext, 'cookies'>,
  { name, value, attributes }: SessionCookie,
): void {
  cookies.set(name, value, attributes)
}
