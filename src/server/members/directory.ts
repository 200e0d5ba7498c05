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
      CASE WHEN p.shows_website THEN p.website_url END AS "websiteUrl",
      CASE WHEN p.shows_contact THEN p.contact END AS contact
    FROM users u
    JOIN profiles p ON p.id = u.id
    JOIN members m ON m.id = u.id
    WHERE p.approval_status = 'approved' AND u.password_hash IS NOT NULL AND NOT m.is_being_removed
    ORDER BY lower(p.company) NULLS LAST, lower(p.full_name) NULLS LAST, u.id`
  const members = z.array(DirectoryMember).parse(rows)
  // Some were stored before links had today's rule.
  return members.map((member) => ({
    ...member,
    websiteUrl: member.websiteUrl && isPublicUrl(member.websiteUrl) ? member.websiteUrl : null,
  }))
}

export async function readOwnEntry({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`
    SELECT company, about, website_url AS "websiteUrl", contact,
      shows_email AS "showsEmail", shows_website AS "showsWebsite", shows_contact AS "showsContact"
    FROM profiles WHERE id = ${member.id}`
  return OwnEntry.parse(row)
}

/** Changes what the form has, and leaves the rest as it is now, whatever an old form shows. Returns what is stored then. */
export async function saveOwnEntry(deps: Pick<Deps, 'sql'>, signedIn: SignedIn, form: DirectoryForm) {
  const { websiteUrl, showsEmail, showsWebsite, showsContact, ...words } = form
  const changes = {
    ...words,
    website_url: websiteUrl,
    shows_email: showsEmail,
    shows_website: showsWebsite,
    shows_contact: showsContact,
  }
  await deps.sql`
    UPDATE profiles p
    SET (company, about, website_url, contact, shows_email, shows_website, shows_contact) = (
      SELECT n.company, n.about, n.website_url, n.contact, n.shows_email, n.shows_website, n.shows_contact
      FROM jsonb_populate_record(p, ${JSON.stringify(changes)}) n)
    WHERE id = ${signedIn.member.id}`
  return readOwnEntry(deps, signedIn)
}

const OwnEntry = z.extend(
  z.pick(DirectoryMember, { company: true, about: true, websiteUrl: true, contact: true }),
  {
    showsEmail: z.boolean(),
    showsWebsite: z.boolean(),
    showsContact: z.boolean(),
  },
)
