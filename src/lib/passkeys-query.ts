import { actions } from 'astro:actions'

export const passkeysQuery = {
  queryKey: ['passkeys'],
  queryFn: () => actions.passkeys.list.orThrow(),
}
