import { actions } from 'astro:actions'

/** Whether the browser stored the cookie of a session that has just started. True without a response. */
export async function hasSessionCookie(): Promise<boolean> {
  const { error } = await actions.account.readProfile()
  return error?.code !== 'UNAUTHORIZED'
}
