import type { ProfileForm } from '#src/shared/forms.ts'
import { Viewer } from '#src/shared/viewer.ts'
import { viewerColumns } from '../member.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import type { Deps } from '../vendors/ports.ts'

/** The member as they are now; null when they are gone or no longer approved. */
export async function updateProfile(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { fullName }: ProfileForm,
): Promise<Viewer | null> {
  const [row] = await sql`
    SELECT ${sql.unsafe(viewerColumns)} FROM update_own_name(${member.id}, ${fullName}) m`
  return row ? Viewer.parse(row) : null
}
