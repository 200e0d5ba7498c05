import { beforeEach, expect, test } from 'vitest'
import type { PersonActionInput } from '#src/server/people/inputs.ts'
import { actOnPeople, invitePeople, readPasswordAllowance } from '#src/server/people/act-on-people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD, needsPassword } from '#src/shared/people/people.ts'
import { email, onPortal, PASSWORD } from '../support/portal.ts'

const MANY = MAX_PEOPLE_WITHOUT_PASSWORD + 1
const NEEDED = { ok: false, code: 'password_missing' }

onPortal('the administrator’s password, for many people at once', (portal) => {
  let admin: SignedIn
  let ids: string[]
  beforeEach(async () => {
    await portal.clear()
    admin = await portal.admin('noe@example.org')
    await portal.query(
      `insert into users (id, email, email_confirmed_at, password_hash)
       select 'p' || n, 'p' || n || '@example.org', now(), '$argon2id$x' from generate_series(1, ${MANY + 20}) n`,
    )
    await portal.query(`insert into profiles (id) select id from users where id ~ '^p\\d'`)
    ids = Array.from({ length: MANY + 20 }, (_, n) => `p${n + 1}`)
  })

  test.each(['approve', 'approve_unconfirmed', 'deny'] as const)(
    'is needed to %s one person more than the limit',
    async (action) => {
      expect(await act(ids.slice(0, MANY), { action })).toEqual(NEEDED)
      expect(await act(ids.slice(0, MANY), { action, currentPassword: 'not it' })).toMatchObject({
        code: 'current_password_wrong',
      })
      expect(await decided()).toBe(0)
      expect(await act(ids.slice(0, MANY), { action, currentPassword: PASSWORD })).toHaveLength(MANY)
      expect(await decided()).toBe(MANY)
    },
  )

  test('isn’t needed up to the limit, nor to undo', async () => {
    expect(await act(ids.slice(0, MANY - 1))).toHaveLength(MANY - 1)
    expect(await act(ids.slice(0, MANY - 1), { action: 'undo' }, 'approved')).toHaveLength(MANY - 1)
    expect(await decided()).toBe(0)
  })

  test('is needed when several requests add up to too many', async () => {
    for (const half of [ids.slice(0, 11), ids.slice(11, 20)]) {
      expect(needsPassword(half.length, await allowance())).toBe(false)
      expect(await act(half)).toHaveLength(half.length)
    }
    expect(await allowance()).toBe(0)
    expect(await act(ids.slice(20, 22))).toEqual(NEEDED)
    expect(await invite(2)).toEqual(NEEDED)
    expect(await act(ids.slice(20, 21))).toMatchObject([{ outcome: 'done' }])
    expect(await act(ids.slice(21, 23), { currentPassword: PASSWORD })).toHaveLength(2)
    expect(await decided()).toBe(23)
  })

  test('is needed when concurrent requests add up to too many', async () => {
    const parts = [ids.slice(0, 11), ids.slice(7, 18), ids.slice(0, 11), ids.slice(7, 18)]
    const answers = await Promise.all(parts.map((part) => act(part)))
    expect(answers.filter((answer) => !('ok' in answer))).toHaveLength(1)
    expect(await decided()).toBe(11)
  })

  test('is needed to invite a list', async () => {
    expect(await invite(MANY, { isDryRun: true })).toHaveLength(MANY)
    expect(await invite(MANY)).toEqual(NEEDED)
    expect(await invite(MANY, { currentPassword: 'not it' })).toMatchObject({
      code: 'current_password_wrong',
    })
    expect(await portal.account('new0@example.org')).toBeNull()
    expect(await invite(MANY, { currentPassword: PASSWORD })).toHaveLength(MANY)
  })

  test.each(['keep', 'make_admin', 'end_admin', 'delete'] as const)(
    'is needed to %s a single person',
    async (action) => {
      expect(await act(['p1'], { action })).toEqual(NEEDED)
    },
  )

  test('is known to be needed until ten minutes are over', async () => {
    expect(await allowance()).toBe(20)
    await act(ids.slice(0, 11))
    expect([needsPassword(9, await allowance()), needsPassword(10, await allowance())]).toEqual([false, true])
    expect(needsPassword(1, 0)).toBe(false)
    await portal.query('update rate_limits set window_ends_at = now()')
    expect(await allowance()).toBe(20)
  })

  const allowance = async () => (await readPasswordAllowance(portal.deps, admin)).allowance

  function act(
    people: string[],
    more: Partial<PersonActionInput> = {},
    status: 'pending' | 'approved' = 'pending',
  ) {
    const form = { action: 'approve' as const, reason: '', currentPassword: undefined, ...more }
    return actOnPeople(portal.deps, admin, { ...form, people: people.map((id) => ({ id, status })) })
  }

  function invite(count: number, more: { isDryRun?: boolean; currentPassword?: string } = {}) {
    const people = Array.from({ length: count }, (_, n) => {
      return { email: email(`new${n}@example.org`), name: null, company: null, role: null, groups: [] }
    })
    return invitePeople(portal.deps, admin, { people, isDryRun: false, currentPassword: undefined, ...more })
  }

  async function decided(): Promise<number> {
    return (await portal.query(`select from profiles where id ~ '^p\\d' and approval_status <> 'pending'`))
      .length
  }
})
