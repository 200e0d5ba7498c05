import { beforeEach, expect, test } from 'vitest'
import {
  listMembers,
  MEMBERS_PER_PAGE,
  MembersQuery,
  readMemberFilters,
  readOwnEntry,
  saveOwnEntry,
} from '#src/server/members/directory.ts'
import { CompanyRoleInput } from '#src/server/people/inputs.ts'
import { setCompanyAndRole } from '#src/server/people/act-on-people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { DirectoryForm } from '#src/shared/people/directory.ts'
import { plainMember } from '../fakes/member.ts'
import { onPortal, type Portal } from '../support/portal.ts'

const SHOWN = { showsEmail: true, showsWebsite: true, showsContact: true }
const HIDDEN = { showsEmail: false, showsWebsite: false, showsContact: false }
const KAI = 'kai@example.org'
const ANYONE: SignedIn = { member: plainMember, token: '' }

onPortal('the members’ directory', (portal) => {
  let kai: SignedIn
  beforeEach(async () => {
    await portal.clear()
    kai = await portal.member(KAI)
  })

  test('lists approved members by company', async () => {
    for (const email of ['noe@example.org', 'ana@example.org', 'denied@example.org', 'leaving@example.org'])
      await portal.member(email)
    await portal.signUp('waiting@example.org')
    const invitees = [{ email: 'invited@example.org' }, { email: KAI, company: 'Reef' }]
    await portal.query('select * from invite($1)', [JSON.stringify(invitees)])
    await portal.decide('denied@example.org', 'denied')
    await portal.query(`select * from schedule_deletions('{leaving@example.org}')`)
    const { member } = await portal.member('going@example.org')
    await portal.query(
      `insert into account_deletions (user_id, due_at) values ($1, now() + interval '1 day')`,
      [member.id],
    )
    await portal.query(
      `update profiles p set full_name = split_part(u.email, '@', 1) from users u where u.id = p.id`,
    )
    await portal.query(`select * from set_company_and_role('{noe@example.org}', 'Ahi Labs', 'Founder')`)
    await portal.query(`select * from set_company_and_role('{kai@example.org}', 'ahi labs', null)`)
    const { count, members } = await list(portal)
    expect(count).toBe(3)
    expect(members.map(({ fullName, company }) => [fullName, company])).toEqual([
      ['kai', 'Ahi Labs'],
      ['noe', 'Ahi Labs'],
      ['ana', null],
    ])
    expect(await readMemberFilters(portal.deps, ANYONE)).toEqual({
      companies: ['Ahi Labs'],
      roles: ['Founder'],
    })
  })

  test('shows a member’s address and links only while the member allows it', async () => {
    const words = { company: 'Kona', about: '<b>Reefs</b>', websiteUrl: 'example.org/kai', contact: '@kai' }
    const hidden = { ...words, email: null, websiteUrl: null, contact: null }
    const said = async (boxes: object) => {
      await saveOwnEntry(portal.deps, kai, DirectoryForm.parse({ ...words, ...boxes }))
      return (await list(portal)).members[0]
    }
    expect(await said({})).toMatchObject(hidden)
    expect(await said(SHOWN)).toMatchObject({ ...words, email: KAI, websiteUrl: 'https://example.org/kai' })
    expect(await said(HIDDEN)).toMatchObject(hidden)
    expect(await readOwnEntry(portal.deps, kai)).toMatchObject({ contact: '@kai', showsContact: false })
  })

  test('shows no broken link that an earlier rule allowed', async () => {
    await update({ websiteUrl: 'example.org/kai', showsWebsite: true })
    await portal.query(`update profiles set website_url = 'https://n/a' where id = $1`, [kai.member.id])
    expect((await list(portal)).members).toMatchObject([{ websiteUrl: null }])
    expect(await readOwnEntry(portal.deps, kai)).toMatchObject({ websiteUrl: 'https://n/a' })
  })

  test('keeps the fields that a form didn’t change', async () => {
    const words = { company: 'Kona', about: 'Reefs', websiteUrl: 'example.org/kai', contact: '@kai' }
    await update({ ...words, ...SHOWN })
    await update({ ...HIDDEN, websiteUrl: 'example.org/new', about: '' })
    await portal.query(`select * from set_company_and_role('{kai@example.org}', 'Tide', 'Founder')`)
    const rest = { company: 'Tide', websiteUrl: 'https://example.org/new', ...HIDDEN }
    expect(await update({ contact: '+1 808 555 0100' })).toEqual({
      ...rest,
      about: null,
      contact: '+1 808 555 0100',
    })
    expect(await update({})).toEqual({ ...rest, about: null, contact: '+1 808 555 0100' })
    expect((await list(portal)).members).toMatchObject([
      { role: 'Founder', email: null, websiteUrl: null, contact: null },
    ])
  })

  test('keeps both of two concurrent changes', async () => {
    for (let n = 0; n < 10; n++) {
      await update({ company: 'Kona', about: 'Reefs', ...SHOWN })
      await Promise.all([
        update({ about: `Kelp ${n}` }),
        update(HIDDEN),
        update({ contact: `@kai${n}` }),
        portal.query(`select * from set_company_and_role('{kai@example.org}', 'Tide', null)`),
      ])
      const kept = { company: 'Tide', about: `Kelp ${n}`, contact: `@kai${n}`, ...HIDDEN }
      expect(await readOwnEntry(portal.deps, kai)).toMatchObject(kept)
    }
  })

  test('lets only administrators set company or role', async () => {
    const noe = await portal.member('noe@example.org')
    const ids = [kai.member.id, noe.member.id]
    const describe = (form: object) =>
      setCompanyAndRole(portal.deps, kai, CompanyRoleInput.parse({ ids, ...form }))
    expect(await describe({ company: 'Kona' })).toEqual({ amount: 0 })
    await portal.query('update profiles set is_admin = true where id = $1', [kai.member.id])
    expect(await describe({ company: 'Kona', role: 'Mentor' })).toEqual({ amount: 2 })
    expect(await describe({ role: 'Founder' })).toEqual({ amount: 2 })
    expect(await describe({ ids: [noe.member.id, 'nobody'], company: '' })).toEqual({ amount: 1 })
    expect((await list(portal)).members).toMatchObject([
      { company: 'Kona', role: 'Founder' },
      { company: null, role: 'Founder' },
    ])
    const recorded = `select actor, reason from account_history where email = $1 and to_status = 'profile_changed' order by id`
    expect(await portal.query(recorded, [noe.member.email])).toEqual([
      { actor: KAI, reason: 'Kona, Mentor' },
      { actor: KAI, reason: 'Kona, Founder' },
      { actor: KAI, reason: 'no company, Founder' },
    ])
  })

  function update(changes: DirectoryForm) {
    return saveOwnEntry(portal.deps, kai, DirectoryForm.parse(changes))
  }
})

onPortal('the pages of the members’ directory', (portal) => {
  beforeEach(() => portal.clear())

  test('list the first member beyond the page size on a second page', async () => {
    await fill(MEMBERS_PER_PAGE + 1)
    expect(await list(portal)).toMatchObject({ count: MEMBERS_PER_PAGE + 1 })
    expect(await everyPage()).toEqual([names(1, MEMBERS_PER_PAGE), ['M0101']])
  })

  test('end with members who have neither company nor name', async () => {
    await fill(MEMBERS_PER_PAGE + 1)
    await portal.query(`update profiles set company = null where id > 'm0002'`)
    await portal.query(`update profiles set full_name = null where id > 'm0003' and id < 'm0103'`)
    const [first = [], second] = await everyPage()
    expect(first.slice(0, 4)).toEqual(['M0001', 'M0002', 'M0003', null])
    expect(second).toEqual([null])
  })

  test.each([
    [
      'joins',
      `insert into users (id, email, password_hash) values ('new', 'new@example.org', '$argon2id$x')`,
    ],
    ['leaves', `delete from users where id = 'm0050'`],
  ])('list everyone else once when a member %s meanwhile', async (_change, sql) => {
    await fill(2 * MEMBERS_PER_PAGE)
    const { next } = await list(portal)
    await portal.query(sql)
    await portal.query(
      `insert into profiles (id, full_name, company, approval_status) select id, 'M0000', 'Reef', 'approved' from users where id = 'new'`,
    )
    const second = await list(portal, { after: next })
    expect(namesOf(second)).toEqual(names(MEMBERS_PER_PAGE + 1, 2 * MEMBERS_PER_PAGE))
    expect(second.next).toBeNull()
  })

  test('are searched and filtered as a whole', async () => {
    await fill(MEMBERS_PER_PAGE + 50)
    await portal.query(`update profiles set about = 'Grows kelp', role = 'Mentor' where id > 'm0140'`)
    await portal.query(`update profiles set company = 'Tide' where id > 'm0145'`)
    const found = names(141, 150)
    expect(namesOf(await list(portal, { search: ' KELP  m01' }))).toEqual(found)
    expect(namesOf(await list(portal, { role: 'Mentor' }))).toEqual(found)
    expect(await list(portal, { role: 'Mentor', company: 'Tide' })).toMatchObject({ count: 5, next: null })
    expect(await list(portal, { search: 'reef' })).toMatchObject({ count: 145, next: { fullName: 'M0100' } })
    expect(await readMemberFilters(portal.deps, ANYONE)).toEqual({
      companies: ['Reef', 'Tide'],
      roles: ['Mentor'],
    })
  })

  test.each([
    ['keloha', 'a missing letter'],
    ['Kealohaa', 'a letter too many'],
    ['kealona malia', 'a wrong letter'],
  ])('find “%s” only where typos are allowed: %s', async (search) => {
    await fill(3)
    await portal.query(`update profiles set full_name = 'Malia Keáloha' where id = 'm0002'`)
    expect(await list(portal, { search })).toMatchObject({ count: 0 })
    expect(namesOf(await list(portal, { search, allowsTypos: true }))).toEqual(['Malia Keáloha'])
  })

  test('allow no typo where a member matches exactly', async () => {
    await fill(3)
    await portal.query(`update profiles set full_name = 'Kai' where id = 'm0001'`)
    await portal.query(`update profiles set full_name = 'Kay (Kaimana)' where id = 'm0002'`)
    expect(namesOf(await list(portal, { search: 'kai', allowsTypos: true }))).toEqual([
      'Kai',
      'Kay (Kaimana)',
    ])
  })

  test('take a pattern’s special characters literally, also where typos are allowed', async () => {
    await fill(1)
    for (const search of ['.*', '[', '(x', '\\d+', '%'])
      expect(namesOf(await list(portal, { search, allowsTypos: true })), search).toEqual([])
  })

  test('are empty for a very long word, also where typos are allowed', async () => {
    await fill(1)
    expect(await list(portal, { search: 'x'.repeat(300), allowsTypos: true })).toMatchObject({ count: 0 })
  })

  test('find members without a name as they are shown', async () => {
    await fill(2)
    await portal.query(`update profiles set full_name = null where id = 'm0001'`)
    expect(namesOf(await list(portal, { search: 'user' }))).toEqual([null])
  })

  /** Members of one company, from M0001 on. */
  async function fill(amount: number) {
    await portal.query(
      `insert into users (id, email, password_hash) select 'm' || n, 'm' || n || '@example.org', '$argon2id$x'
       from (select lpad(g::text, 4, '0') n from generate_series(1, $1::int) g) numbered`,
      [amount],
    )
    await portal.query(
      `insert into profiles (id, full_name, company, approval_status)
       select id, upper(id), case when id like '%2' then 'reef' else 'Reef' end, 'approved' from users`,
    )
  }

  /** The names of each page, up to ten pages. */
  async function everyPage() {
    const pages = []
    let after: MembersQuery['after'] = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(portal, { after })
      pages.push(namesOf(page))
      after = page.next
    } while (after && pages.length < 10)
    return pages
  }
})

function list({ deps }: Pick<Portal, 'deps'>, form: Partial<MembersQuery> = {}) {
  return listMembers(
    deps,
    ANYONE,
    MembersQuery.parse({ search: '', company: '', role: '', allowsTypos: false, after: null, ...form }),
  )
}

function namesOf({ members }: Awaited<ReturnType<typeof listMembers>>) {
  return members.map(({ fullName }) => fullName)
}

function names(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, n) => `M${String(first + n).padStart(4, '0')}`)
}
