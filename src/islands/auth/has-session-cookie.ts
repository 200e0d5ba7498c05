import { actions } from 'astro:actions'

/** Whether the browser kept the session that an action has just started. Also true when nothing answers. */
export async function hasSessionCookie(): Promise<boolean> {
  const { error } = await actions.account.readProfile()
  return error?.code !== 'UNAUTHORIZED'
}
