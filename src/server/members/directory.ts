import * as z from 'zod/mini'
import { RowId } from '#src/shared/forms.ts'
import { type DirectoryForm, DirectoryMember, isPublicUrl } from '#src/shared/people/directory.ts'
import { normalizeLine } from '#src/shared/people/person.ts'
import { placeholders } from '#src/shared/viewer.ts'
import type { Programme } from '../programme.ts'
import { isStaff, type Member } from '../member.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import type { Deps } from '../vendors/ports.ts'

export const MEMBERS_PER_PAGE = 100

/** Far more than a name, a company or a role; the rest is ignored. */
const MAX_CHARACTERS = 254

/** PostgreSQL can't compile the pattern of a very long word. */
const MAX_CHARACTERS_WITH_TYPO = 40

const Line = z.pipe(
  z.string(),
  z.transform((typed: string) => normalizeLine(typed.slice(0, MAX_CHARACTERS))),
)

/**
 * Empty for no search or filter. `allowsTypos`: a search that nobody matches finds similar names. `after`: the page before said it;
 * null for the first page.
 */
export const MembersQuery = z.object({
  search: Line,
  company: Line,
  role: Line,
  allowsTypos: z.boolean(),
  after: z.nullable(z.object({ company: z.nullable(Line), fullName: z.nullable(Line), id: RowId })),
})
export type MembersQuery = z.output<typeof MembersQuery>

/**
 * A page of the members who match, by company and name, and how many match. The next page begins after the last member of this
 * one, so that nobody is skipped or listed twice when others join or leave meanwhile.
 */
export async function listMembers(
  { sql, programme }: Pick<Deps, 'sql' | 'programme'>,
  { member }: SignedIn,
  query: MembersQuery,
): Promise<MembersPage> {
  const { search, allowsTypos } = query
  const listed = listedMembers(sql, groupsToFind(member, programme))
  const name = sql`coalesce(m."fullName", ${NO_NAME})`
  const page = await readPage(sql, query, {
    listed,
    patterns: sql`search_patterns(${search})`,
    condition: sql`matches_search(concat_ws(E'\n', ${name}, m.company, m.role, m.about), patterns)`,
  })
  if (page.count > 0 || !search || search.length > MAX_CHARACTERS_WITH_TYPO || !allowsTypos) return page
  return readPage(sql, query, {
    listed,
    patterns: sql`typo_patterns(${search})`,
    condition: sql`search_key(concat_ws(E'\n', ${name}, m.company, m.role)) ~ ALL (patterns)`,
  })
}

async function readPage(
  sql: Deps['sql'],
  { company, role, after }: MembersQuery,
  { listed, patterns, condition }: Record<'listed' | 'patterns' | 'condition', ReturnType<Deps['sql']>>,
): Promise<MembersPage> {
  const [row] = await sql`
    WITH found AS (
      SELECT m.*
      FROM (${listed}) m, ${patterns} patterns
      WHERE ${company} IN ('', m.company) AND ${role} IN ('', m.role) AND ${condition}
    )
    SELECT (SELECT count(*)::int FROM found) AS count, (
      SELECT coalesce(jsonb_agg(p ORDER BY p.place), '[]')
      FROM (
        SELECT *
        FROM found
        WHERE ${after?.id ?? null}::text IS NULL OR place > ${place(sql, after)}
        ORDER BY place
        LIMIT ${MEMBERS_PER_PAGE + 1}
      ) p
    ) AS members`
  const { count, members } = PageRow.parse(row)
  const page = members.slice(0, MEMBERS_PER_PAGE)
  const last = page.at(-1)
  return {
    count,
    members: page.map((member) => withoutBrokenLink(DirectoryMember.parse(member))),
    next:
      last && members.length > page.length
        ? { company: last.company, fullName: last.fullName, id: last.id }
        : null,
  }
}

export async function readMemberFilters(
  { sql, programme }: Pick<Deps, 'sql' | 'programme'>,
  { member }: SignedIn,
): Promise<MemberFilters> {
  const [row] = await sql`
    SELECT array_remove(array_agg(DISTINCT company), NULL) AS companies, array_remove(array_agg(DISTINCT role), NULL) AS roles
    FROM (${listedMembers(sql, groupsToFind(member, programme))}) m`
  const { companies, roles } = FiltersRow.parse(row)
  return { companies: (companies ?? []).toSorted(), roles: (roles ?? []).toSorted() }
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

/** The groups whose members somebody finds; null for all members. */
function groupsToFind(member: Member, { groups }: Programme): string[] | null {
  const isClosed = groups.some(
    ({ name, directory }) => directory === 'own group' && member.groups.includes(name),
  )
  return isClosed && !isStaff(member) ? member.groups : null
}

/**
 * Approved members who have chosen a password, and whose accounts aren't to be deleted. Companies that differ in capitals are one,
 * as where one of them ticks a deadline for all.
 */
function listedMembers(sql: Deps['sql'], groups: string[] | null) {
  return sql`
    SELECT p.id, p.full_name AS "fullName", p.avatar_url AS "avatarUrl", p.role, p.about,
      min(p.company) OVER (PARTITION BY lower(p.company)) AS company,
      CASE WHEN p.shows_email THEN u.email END AS email,
      CASE WHEN p.shows_website THEN p.website_url END AS "websiteUrl",
      CASE WHEN p.shows_contact THEN p.contact END AS contact,
      ROW(p.company IS NULL, coalesce(lower(p.company), ''), p.full_name IS NULL, coalesce(lower(p.full_name), ''), p.id) AS place
    FROM users u
    JOIN profiles p ON p.id = u.id
    JOIN members m ON m.id = u.id
    WHERE p.approval_status = 'approved' AND u.password_hash IS NOT NULL
      AND NOT EXISTS (SELECT FROM account_deletions d WHERE d.user_id = u.id AND d.cancelled_at IS NULL)
      AND (${groups}::text[] IS NULL OR m.groups && ${groups}::text[])`
}

/** As `place` in `listedMembers`. */
function place(sql: Deps['sql'], after: MembersQuery['after']) {
  const { company = null, fullName = null, id = null } = after ?? {}
  return sql`ROW(
    ${company}::text IS NULL, coalesce(lower(${company}::text), ''),
    ${fullName}::text IS NULL, coalesce(lower(${fullName}::text), ''), ${id}::text
  )`
}

/** Some were stored before links had today's rule. */
function withoutBrokenLink(member: DirectoryMember): DirectoryMember {
  return {
    ...member,
    websiteUrl: member.websiteUrl && isPublicUrl(member.websiteUrl) ? member.websiteUrl : null,
  }
}

const NO_NAME = placeholders.name({ fullName: null })

const PageRow = z.object({
  count: z.number(),
  members: z.array(z.extend(DirectoryMember, { id: z.string() })),
})
const FiltersRow = z.object({
  companies: z.nullable(z.array(z.string())),
  roles: z.nullable(z.array(z.string())),
})

export interface MembersPage {
  /** Of all pages. */
  count: number
  members: DirectoryMember[]
  /** null on the last page. */
  next: MembersQuery['after']
}

export interface MemberFilters {
  companies: string[]
  roles: string[]
}

const OwnEntry = z.extend(
  z.pick(DirectoryMember, { company: true, about: true, websiteUrl: true, contact: true }),
  {
    showsEmail: z.boolean(),
    showsWebsite: z.boolean(),
    showsContact: z.boolean(),
  },
)
