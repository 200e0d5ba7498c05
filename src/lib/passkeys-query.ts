import { actions } from 'astro:actions'

/** The member's own passkeys, and whether they need one. */
export const passkeysQuery = {
  queryKey: ['passkeys'],
  queryFn: () => actions.passkeys.list.orThrow(),
}
