import type { ActionAPIContext } from 'astro:actions'
import type { Browser as SigningIn } from '#src/server/sign-in/sign-in.ts'
import { hostCookie, readCookie, type HostCookie } from '#src/server/tokens.ts'

/** Who asks, with what the browser brought along. The address is the platform's own, never a header's. */
export function browserOf({
  request: { headers },
  clientAddress,
}: Pick<ActionAPIContext, 'request' | 'clientAddress'>): Browser {
  return {
    address: clientAddress,
    sessionToken: readCookie(headers, 'session'),
    deviceToken: readCookie(headers, 'device'),
    signUpToken: readCookie(headers, 'signUp'),
    userAgent: headers.get('user-agent'),
  }
}

export function putCookie({ cookies }: Pick<ActionAPIContext, 'cookies'>, cookie: HostCookie | null): void {
  if (cookie) cookies.set(cookie.name, cookie.value, cookie.attributes)
}

/** Takes the session away from the browser. */
export const noSession = hostCookie('session', '', 0)

/** All that a browser brings along besides a body. */
export type Browser = SigningIn & { signUpToken: string | null }
