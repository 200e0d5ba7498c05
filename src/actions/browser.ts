import type { ActionAPIContext } from 'astro:actions'
import { readDeviceToken } from '#src/server/auth/device-token.ts'
import type { HostCookie } from '#src/server/vendors/ports.ts'
import { readSessionToken } from '#src/server/auth/session-token.ts'
import { readSignUpToken } from '#src/server/auth/sign-up-token.ts'
import type { Browser as SigningIn } from '#src/server/sign-in/sign-in.ts'

/** Who asks, with what the browser brought along. The address is the platform's own, never a header's. */
export function browserOf({
  request: { headers },
  clientAddress,
}: Pick<ActionAPIContext, 'request' | 'clientAddress'>): Browser {
  return {
    address: clientAddress,
    sessionToken: readSessionToken(headers),
    deviceToken: readDeviceToken(headers),
    signUpToken: readSignUpToken(headers),
    userAgent: headers.get('user-agent'),
  }
}

export function putCookie({ cookies }: Pick<ActionAPIContext, 'cookies'>, cookie: HostCookie | null): void {
  if (cookie) cookies.set(cookie.name, cookie.value, cookie.attributes)
}

/** All that a browser brings along besides a body. */
export type Browser = SigningIn & { signUpToken: string | null }
