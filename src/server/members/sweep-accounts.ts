import type { AccountData } from './ports.ts'
import { sweepAvatars, type SweepAvatarsDeps } from '../avatars/sweep-avatars.ts'

/** More than leave in a day; the next run goes on. */
const DELETIONS_PER_RUN = 50

/**
 * Deletes accounts whose day is over, then what nothing points to. The row goes first: a run that ends in between
 * leaves a picture that the next one finds.
 */
export async function sweepAccounts(deps: SweepAccountsDeps): Promise<Swept> {
  const deleted = await deps.accountData.deleteDue(DELETIONS_PER_RUN)
  const avatars = await sweepAvatars(deps, deleted)
  return { accounts: deleted.length, avatars }
}

export interface SweepAccountsDeps extends SweepAvatarsDeps {
  accountData: Pick<AccountData, 'deleteDue'>
}

/** How many of each were removed. */
export interface Swept {
  accounts: number
  avatars: number
}
