import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { approveCommand } from '#src/mail/registration-notice.tsx'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { deliveryTo } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'
import { inOneSession, waitForLocks } from '../support/transactions.ts'

const ADMIN_EMAILS = 'leilani@example.com, kala@example.com'
const HOSTILE = '<b>=cmd|\r\nBcc: x'

describe('telling administrators of sign-ups', () => {
  const database = useDatabase()
  let mailbox: Mailbox
  let deliver: ReturnType<typeof deliveryTo>
  beforeEach(async () => {
    for (const table of ['users', 'outbox']) await query(database, `delete from ${table}`)
    mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
    deliver = deliveryTo(database, mailbox)
    vi.stubEnv('ADMIN_EMAILS', ADMIN_EMAILS)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await mailbox.close()
  })

  test('each at once: one mail to all of them, with name, address, confirmed or not, and the command', async () => {
    await register('kai@example.org', 'Kai')
    await deliver()
    await deliver()
    const [notice, ...more] = await notices()
    expect(more).toEqual([])
    expect(notice?.Subject).toBe('One person signed up')
    for (const word of [
      'Kai',
      'kai@example.org',
      'not confirmed',
      `npm run admin -- approve -- 'kai@example.org'`,
    ]) {
      expect(notice?.TextBody).toContain(word)
    }
  })

  test('each person with a link of their own, where a member is an administrator, and of a token nothing is kept', async () => {
    await query(database, `select register_member('noe@example.org', '$argon2id$', 'Noe')`)
    await query(database, `update profiles set approval_status = 'approved', is_admin = true`)
    for (const name of ['kai', 'kala']) await register(`${name}@example.org`, name)
    await deliver()
    const links = (await notices()).flatMap(
      ({ TextBody }) => TextBody?.match(/http:\S+\/auth\?next=%2Fdecide%3Ftoken%3D[\w-]{43}/g) ?? [],
    )
    expect(new Set(links).size).toBe(2)
    const [kept] = await query<{ rows: string }>(
      database,
      `select string_agg(l::text, '') as rows from links l`,
    )
    for (const link of links) expect(kept?.rows).not.toContain(link.slice(-43))
  })

  test('hourly: all of the hour in one mail, when it ends, and nobody twice', async () => {
    vi.stubEnv('ADMIN_NOTICES', 'hourly')
    for (const name of ['kai', 'kala', 'keoni']) await register(`${name}@example.org`, name)
    await deliver()
    expect(await notices()).toEqual([])

    await query(database, 'update outbox set next_attempt_at = now() where sent_at is null')
    await deliver()
    expect((await notices()).map(({ Subject }) => Subject)).toEqual(['3 people signed up'])

    await register('late@example.org', 'late')
    await deliver()
    expect(await query(database, 'select 1 from outbox where sent_at is null')).toHaveLength(1)
  })

  test.each([
    ['is being sent', 'attempts = 1'],
    ['was sent', 'sent_at = now(), payload = null'],
    ['was given up', 'dead_at = now()'],
  ])('a notice that %s takes nobody on any more: a period later there is the next one', async (_, state) => {
    for (const name of ['kai', 'kala']) await register(`${name}@example.org`, name)
    expect(await announced('kai@example.org', '1 day')).toHaveLength(1)
    await query(database, `update outbox set ${state} where kind = 'registration_notice'`)
    const [, next, ...more] = await announced('kala@example.org', '1 day')
    expect([next, more]).toEqual([{ people: ['kala@example.org'], later: '1 day' }, []])
  })

  test('of two workers with the same sign-up the second waits, and announces nobody once more', async () => {
    await register('kai@example.org', 'Kai')
    await inOneSession(database, async (ask) => {
      await ask('begin')
      await ask(`select announce_registration(id, '1 day') from users`)
      const second = query(database, `select announce_registration(id, '1 day') from users`)
      await Promise.race([second, waitForLocks(database)])
      // Sending has begun before the second goes on: this notice takes nobody on any more.
      await ask(`update outbox set attempts = 1 where kind = 'registration_notice'`)
      await ask('commit')
      await second
    })
    expect(await query(database, `select from outbox where kind = 'registration_notice'`)).toHaveLength(1)
  })

  test('a sign-up that the owner of the mailbox disowned is not in a notice that waits, nor is the notice sent for it alone', async () => {
    vi.stubEnv('ADMIN_NOTICES', 'hourly')
    for (const name of ['kai', 'kala']) await register(`${name}@example.org`, name)
    await deliver()
    await disown('kala@example.org')
    await query(database, 'update outbox set next_attempt_at = now() where sent_at is null')
    await deliver()
    const [notice] = await notices()
    expect(notice?.Subject).toBe('One person signed up')
    expect(notice?.TextBody).not.toContain('kala')

    vi.stubEnv('ADMIN_NOTICES', 'each')
    await register('keoni@example.org', 'Keoni')
    await query(database, `select announce_registration(id) from users where email = 'keoni@example.org'`)
    await disown('keoni@example.org')
    expect(await query(database, 'select kind from outbox where sent_at is null')).toEqual([])
    await deliver()
    expect(await notices()).toHaveLength(1)
  })

  test('nobody is told of who was decided about meanwhile, nor of anybody without ADMIN_EMAILS', async () => {
    vi.stubEnv('ADMIN_NOTICES', 'daily')
    await register('kai@example.org', 'Kai')
    await deliver()
    await query(database, `update profiles set approval_status = 'approved'`)
    await query(database, 'update outbox set next_attempt_at = now() where sent_at is null')
    await deliver()
    vi.stubEnv('ADMIN_EMAILS', '')
    await register('kala@example.org', 'Kala')
    await deliver()
    expect(await notices()).toEqual([])
  })

  test('what strangers call themselves is text and nothing else', async () => {
    await register(`o'hi$(id)a@example.org`, HOSTILE)
    await deliver()
    const [notice] = await notices()
    expect(notice?.HtmlBody).not.toContain('<b>')
    expect(notice?.TextBody).toContain(`'o'\\''hi$(id)a@example.org'`)
    expect(notice).not.toHaveProperty('Bcc')
  })

  /** Announces somebody, and tells what notices there are then, and how much later than the first each is. */
  async function announced(email: string, period: string | null = null) {
    await query(database, 'select announce_registration(id, $2::interval) from users where email = $1', [
      email,
      period,
    ])
    return query<{ people: string[] | null; later: string }>(
      database,
      `select (
           select array_agg(u.email order by who.nth)
           from jsonb_array_elements_text(o.payload -> 'userIds') with ordinality as who (id, nth)
           join users u on u.id = who.id
         ) as people,
         extract(day from o.next_attempt_at - min(o.next_attempt_at) over ()) ||
           case extract(day from o.next_attempt_at - min(o.next_attempt_at) over ()) when 1 then ' day' else ' days' end as later
       from outbox o where o.kind = 'registration_notice' order by o.next_attempt_at`,
    )
  }

  /** As the mailed link does. */
  function disown(email: string) {
    return query(
      database,
      `select discard_sign_up(token_hash) from links l join users u on u.id = l.user_id where u.email = $1`,
      [email],
    )
  }

  async function register(email: string, name: string) {
    await query(database, `select sign_up($1, '$argon2id$x', $2, repeat('a', 64), interval '1 day')`, [
      email,
      name,
    ])
  }

  async function notices() {
    return (await mailbox.store.list()).filter(({ To }) => To === ADMIN_EMAILS)
  }
})

test.each([
  [['a@b.co', 'c@d.co'], `npm run admin -- approve -- 'a@b.co' 'c@d.co'`],
  [[`-rf@b.co`], `npm run admin -- approve -- '-rf@b.co'`],
  [['a\u202e@b.co'], null],
  [['a\u0007@b.co'], null],
  [[], null],
])('the command for %j', (emails, command) => {
  expect(approveCommand(emails.map((email) => ({ email })))).toBe(command)
})
