import * as z from 'zod/mini'
import { type DirectoryForm, DirectoryMember, isPublicUrl } from '#src/shared/people/directory.ts'
import type { SignedIn } from '../sessions/require-member.ts'
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
    JOIN members m ON m.id = u.id
    WHERE p.approval_status = 'approved' AND u.password_hash IS NOT NULL AND NOT m.is_being_removed
    ORDER BY lower(p.company) NULLS LAST, lower(p.full_name) NULLS LAST, u.id`
  const members = z.array(DirectoryMember).parse(rows)
  // Some were stored before links had today's rule.
  return members.map((member) => ({
    ...member,
    link: member.link && isPublicUrl(member.link) ? member.link : null,
  }))
}

export async function readOwnEntry({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`
    SELECT company, about, link, handle,
      shows_email AS "showsEmail", shows_link AS "showsLink", shows_handle AS "showsHandle"
    FROM profiles WHERE id = ${member.id}`
  return OwnEntry.parse(row)
}

/** Changes what the form has, and leaves the rest as it is now, whatever an old form shows. Returns what is stored then. */
export async function saveOwnEntry(deps: Pick<Deps, 'sql'>, signedIn: SignedIn, form: DirectoryForm) {
  const { showsEmail, showsLink, showsHandle, ...words } = form
  const changes = { ...words, shows_email: showsEmail, shows_link: showsLink, shows_handle: showsHandle }
  await deps.sql`
    UPDATE profiles p
    SET (company, about, link, handle, shows_email, shows_link, shows_handle) = (
      SELECT n.company, n.about, n.link, n.handle, n.shows_email, n.shows_link, n.shows_handle
      FROM jsonb_populate_record(p, ${JSON.stringify(changes)}) n)
    WHERE id = ${signedIn.member.id}`
  return readOwnEntry(deps, signedIn)
}

const OwnEntry = z.extend(z.pick(DirectoryMember, { company: true, about: true, link: true, handle: true }), {
  showsEmail: z.boolean(),
  showsLink: z.boolean(),
  showsHandle: z.boolean(),
})
