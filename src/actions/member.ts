import type { ActionAPIContext } from 'astro:actions'
import { app } from '#src/server/app.ts'
import type { SignedIn } from '#src/server/members/ports.ts'
import { refuse } from './answer.ts'
import { browserOf, putCookie } from './browser.ts'

/** The approved member who asks; for anybody else the action ends here. */
export async function requireMember(context: ActionAPIContext): Promise<SignedIn> {
  const admission = await app().account.admit(browserOf(context).sessionToken)
  if (!admission.ok) refuse(context, admission)
  putCookie(context, admission.renewedCookie)
  return admission.signedIn
}
