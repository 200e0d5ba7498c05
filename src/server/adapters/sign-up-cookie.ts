import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import type { HostCookie } from '../vendors/ports.ts'
import { SIGN_UP_COOKIE_NAME } from '../auth/sign-up-token.ts'
import { randomToken } from '../tokens.ts'

/** Marks a browser as the one that signs up, for as long as the mailed link is good. */
export function newSignUpCookie(): HostCookie {
  return {
    name: SIGN_UP_COOKIE_NAME,
    value: randomToken(),
    attributes: {
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      path: '/',
      maxAge: EMAIL_CONFIRMATION_SECONDS,
    },
  }
}
