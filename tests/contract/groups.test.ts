import { beforeEach, expect, test } from 'vitest'
import { exportData } from '#src/server/members/my-data.ts'
import { GroupsInput, InviteInput, PeopleQuery } from '#src/server/people/inputs.ts'
import { invitePeople, setGroups } from '#src/server/people/act-on-people.ts'
import { findPerson, listPeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { onPortal } from '../support/portal.ts'
import { EMPTY_PROGRAMME } from '../support/programme.ts'
import { query } from '../support/query.ts'

const NOE = 'noe@example.org'
const KAI = 'kai@example.org'
const PUA = 'pua@example.org'
const programme = {
  ...EMPTY_PROGRAMME,
  groups: ['cohort-17', 'mentors', 'alumni'].map((name) => ({ name, title: name })),
}
const GONE = { ok: false, code: 'page_outdated' }
const NOT_FOUND = { ok: false, code: 'person_not_found' }

onPortal('a member’s groups', (portal) => {
  let admin: SignedIn
  let kai: SignedIn
  beforeEach(async () => {
    await portal.clear()
    admin = await portal.admin(NOE)
    kai = await portal.member(KAI)
    await portal.member(PUA)
  })

  test('are set for all or for none', async () => {
    const [changed] = await set([KAI, ` ${PUA.toUpperCase()}`, KAI], ['mentors', 'alumni'])
    expect(changed).toEqual({ email: KAI, full_name: 'Leilani', added: ['alumni', 'mentors'], removed: [] })
    expect(await groupsOf(KAI, PUA)).toEqual([
      ['alumni', 'mentors'],
      ['alumni', 'mentors'],
    ])
    await expect(set([KAI, 'nobody@example.org'], [], ['mentors'])).rejects.toThrow(
      'No member has the email address "nobody@example.org"',
    )
    await expect(set([KAI], ['cohort-17'], ['mentros'])).rejects.toThrow(
      'Nobody was ever in the group "mentros"',
    )
    await expect(set([KAI], ['Mentors'])).rejects.toThrow('member_groups_group_name_is_slug')
    await expect(set([KAI], ['mentors'], ['mentors'])).rejects.toThrow('at once')
    expect(await groupsOf(KAI)).toEqual([['alumni', 'mentors']])
  })

  test('are recorded with who and when, once', async () => {
    await set([KAI], ['cohort-17'])
    await set([KAI], ['alumni'], ['cohort-17'])
    expect(await set([KAI], ['alumni'], ['cohort-17'])).toMatchObject([{ added: [], removed: [] }])
    const { decisions } = await read(kai)
    expect(decisions.slice(0, 3).map((each) => [each.to_status, each.reason, each.actor])).toEqual([
      ['group_added', 'alumni', 'Leilani'],
      ['group_removed', 'cohort-17', 'Leilani'],
      ['group_added', 'cohort-17', 'Leilani'],
    ])
    expect(decisions[0]?.created_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  test('have a record that nobody can change', async () => {
    await set([KAI], ['alumni'])
    for (const statement of [
      `update group_changes set actor = 'nobody'`,
      'delete from group_changes',
      'truncate group_changes',
    ])
      await expect(portal.query(statement), statement).rejects.toThrow(
        'The table group_changes is append-only',
      )
    for (const login of ['lanai_app', 'lanai_admin', 'lanai_edge'] as const)
      for (const statement of [
        `insert into member_groups select id, 'mentors' from members`,
        'delete from member_groups',
        `insert into group_changes (user_id, actor, group_name, is_added) select id, 'x', 'x', true from members`,
      ])
        await expect(
          query({ databaseUrl: portal.database.roleUrls[login] }, statement),
          `${login}: ${statement}`,
        ).rejects.toThrow('permission denied')
    await portal.query('delete from users where email = $1', [KAI])
    expect(await portal.query('select from group_changes')).toEqual([])
  })

  test('are changed for 500 people at once, and back', async () => {
    const people = Array.from({ length: 500 }, (_, n) => ({
      email: `p${n}@example.org`,
      groups: ['cohort-17'],
    }))
    await portal.query('select * from invite($1)', [JSON.stringify(people)])
    const all = await portal.query<{ id: string }>(`select user_id as id from member_groups`)
    const ids = all.map(({ id }) => id)
    expect(ids).toHaveLength(500)
    await set(['p7@example.org'], ['alumni'])
    const moved = await change({ ids, add: ['alumni'], remove: ['cohort-17'] })
    expect(moved).toHaveLength(500)
    expect(await counts()).toEqual({ alumni: 500 })
    const both = moved.flatMap(({ id, added }) => (added.length > 0 ? id : []))
    const one = moved.flatMap(({ id, added }) => (added.length > 0 ? [] : id))
    expect(one).toHaveLength(1)
    await change(
      { ids: both, add: ['cohort-17'], remove: ['alumni'] },
      { ids: one, add: ['cohort-17'], remove: [] },
    )
    expect(await counts()).toEqual({ 'cohort-17': 500, alumni: 1 })
  })

  test('are changed once by two administrators at once', async () => {
    const people = Array.from({ length: 60 }, (_, n) => ({
      email: `p${n}@example.org`,
      groups: ['cohort-17'],
    }))
    await portal.query('select * from invite($1)', [JSON.stringify(people)])
    const emails = people.map(({ email }) => email)
    for (let n = 0; n < 5; n++) {
      const [add, remove] = n % 2 === 0 ? ['alumni', 'cohort-17'] : ['cohort-17', 'alumni']
      const orders = [emails, emails.toReversed(), emails]
      const results = await Promise.all(orders.map((order) => set(order, [add], [remove])))
      const changed = results.flat().filter(({ added, removed }) => added.length + removed.length > 0)
      expect(changed, `race ${n}`).toHaveLength(60)
    }
    expect(await counts()).toEqual({ alumni: 60 })
  })

  test('are changed by administrators alone', async () => {
    await portal.query(`select * from set_role(array[$1], 'editor', true)`, [PUA])
    const editor = await portal.signedIn(PUA)
    const changes = { ids: [kai.member.id], add: ['mentors'], remove: [] }
    // A session object that says otherwise doesn't help.
    for (const who of [kai, editor, { ...kai, member: { ...kai.member, isAdmin: true } }])
      expect(await changeAs(who, changes)).toEqual(NOT_FOUND)
    await portal.query(`select * from set_role(array[$1], 'admin', false)`, [NOE])
    expect(await changeAs(admin, changes)).toEqual(NOT_FOUND)
    expect(await groupsOf(KAI)).toEqual([[]])
  })

  test('aren’t added where the content has no such group, and end where it has lost it', async () => {
    const ids = [kai.member.id]
    expect(await changeAs(admin, { ids, add: ['cohort-16'], remove: [] })).toEqual(GONE)
    const people = [{ email: 'new@example.org', groups: ['cohort-16'] }]
    const invitation = InviteInput.parse({ people, isDryRun: false })
    expect(await invitePeople({ ...portal.deps, programme }, admin, invitation)).toEqual(GONE)
    await set([KAI], ['cohort-16'])
    expect(await change({ ids, add: [], remove: ['cohort-16'] })).toMatchObject([{ removed: ['cohort-16'] }])
  })

  test('leave out people who are gone', async () => {
    const ids = [kai.member.id, 'no-such-id']
    expect(await change({ ids, add: ['mentors'], remove: [] })).toMatchObject([{ id: kai.member.id }])
    expect(await changeAs(admin, { ids: ['no-such-id'], add: ['mentors'], remove: [] })).toEqual(NOT_FOUND)
  })

  test('filter the list of people', async () => {
    await set([KAI], ['mentors', 'alumni'])
    expect(await list('mentors')).toEqual([KAI])
    expect(await list('cohort-17')).toEqual([])
    expect(await list('-'), 'in no group').toEqual([NOE, PUA])
    expect(await list('')).toEqual([KAI, NOE, PUA])
  })

  test('come with an invitation, but for members', async () => {
    await portal.signUp('waiting@example.org')
    await portal.query('update users set email_confirmed_at = now()')
    const people = ['new@example.org', 'waiting@example.org', KAI].map((email) => ({
      email,
      groups: ['mentors'],
    }))
    const invitation = InviteInput.parse({ people, isDryRun: false })
    await invitePeople({ ...portal.deps, programme }, admin, invitation)
    expect(await groupsOf('new@example.org', 'waiting@example.org', KAI)).toEqual([
      ['mentors'],
      ['mentors'],
      [],
    ])
    const actors = await portal.query('select distinct actor from group_changes')
    expect(actors).toEqual([{ actor: NOE }])
  })

  test('are in the member’s export, without who gave them', async () => {
    await set([KAI], ['mentors'])
    const data = await exportData(portal.deps, kai)
    expect(data).toMatchObject({
      member_groups: [{ group_name: 'mentors' }],
      group_changes: [{ group_name: 'mentors', is_added: true }],
    })
    expect(JSON.stringify(data)).not.toContain('an administrator')
  })

  function set(emails: string[], add: string[], remove: string[] = []) {
    return portal.query<Changed & { email: string }>('select * from set_groups($1, $2, $3, $4)', [
      emails,
      add,
      remove,
      'Leilani',
    ])
  }

  function changeAs(who: SignedIn, ...changes: GroupsInput['changes']) {
    return setGroups({ ...portal.deps, programme }, who, GroupsInput.parse({ changes }))
  }

  async function change(...changes: GroupsInput['changes']) {
    const result = await changeAs(admin, ...changes)
    if ('ok' in result) throw new Error(result.code)
    return result
  }

  async function groupsOf(...emails: string[]) {
    const rows = await portal.query<{ email: string; groups: string[] }>('select email, groups from people')
    return emails.map((email) => rows.find((row) => row.email === email)?.groups)
  }

  async function counts() {
    const rows = await portal.query<{ name: string; members: number }>(
      'select group_name as name, count(*)::int as members from member_groups group by 1',
    )
    return Object.fromEntries(rows.map(({ name, members }) => [name, members]))
  }

  async function list(group: string) {
    const filter = PeopleQuery.parse({ status: 'approved', search: '', group, sort: 'status', skipped: 0 })
    const { people } = await listPeople(portal.deps, admin, filter)
    return people.map(({ email }) => email).sort()
  }

  async function read({ member: { id } }: SignedIn) {
    const person = await findPerson(portal.deps, admin, { id })
    if (!('decisions' in person)) throw new Error(person.code)
    return person
  }
})

interface Changed {
  added: string[]
  removed: string[]
}
