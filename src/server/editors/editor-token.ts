import type { OptionalPasswordForm } from '#src/shared/forms.ts'
import { confirmIdentity } from '../members/credentials.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import type { Deps } from '../vendors/ports.ts'

/** Gives an editor a token that can write the content. The caller has checked the role. */
export async function createEditorToken(
  deps: Pick<Deps, 'sql' | 'passwords' | 'repository'>,
  signedIn: SignedIn,
  { currentPassword }: OptionalPasswordForm,
) {
  const proof = await confirmIdentity(deps, signedIn, currentPassword)
  if (!proof.ok) return proof
  return { ok: true, token: await deps.repository.createToken() } as const
}
