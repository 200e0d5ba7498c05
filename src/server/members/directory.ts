import * as z from 'zod/mini'
import { type DirectoryForm, DirectoryMember } from '#src/shared/people/directory.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Approved members who have chosen a password, by company and name. Not those whom an administrator removes. Companies that
 * differ in capitals are one, as where one of them ticks a deadline for all.
 */
export async function listMembers({ sql }: Pick<Deps, 'sql'>): Promise<DirectoryMember[]> {
  const rows = await sql`
    SELECT p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.role, p.about,
      min(p.company) OVER (PARTITION BY lower(p.company)) AS company,
      CASE WHEN p.shows_email THEN u.email END AS email,
      CASE WHEN p.shows_link THEN p.link END AS link,
      CASE WHEN p.shows_handle THEN p.handle END AS handle
    FROM users u
    JOIN profiles p ON p.id = u.id
    WHERE p.approval_status = 'approved' AND u.password_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM account_deletions d WHERE d.user_id = u.id AND d.kept_at IS NULL AND d.requested_by IS NOT NULL)
    ORDER BY lower(p.company) NULLS LAST, lower(p.full_name) NULLS LAST, u.id`
  return z.array(DirectoryMember).parse(rows)
}

/** What the member says about themselves. */
export async function readOwnEntry({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`
    SELECT company, about, link, handle,
      shows_email AS "showsEmail", shows_link AS "showsLink", shows_handle AS "showsHandle"
    FROM profiles WHERE id = ${member.id}`
  return OwnEntry.parse(row)
}

export async function saveOwnEntry({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn, form: DirectoryForm) {
  const { company, about, link, handle, showsEmail, showsLink, showsHandle } = form
  await sql`
    UPDATE profiles SET company = ${company}, about = ${about}, link = ${link}, handle = ${handle},
      shows_email = ${showsEmail}, shows_link = ${showsLink}, shows_handle = ${showsHandle}
    WHERE id = ${member.id}`
}

const OwnEntry = z.extend(z.pick(DirectoryMember, { company: true, about: true, link: true, handle: true }), {
  showsEmail: z.boolean(),
  showsLink: z.boolean(),
  showsHandle: z.boolean(),
})
