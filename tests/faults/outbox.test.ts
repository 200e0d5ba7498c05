import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_ATTEMPTS } from '#src/server/outbox/deliver-outbox.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { mailTrouble, type Misbehaviour, type Trouble } from '../support/mail-trouble.ts'
import { announceMany, deliveryTo, letLeasesAndPausesEnd, MAIL_FROM } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

const alarms = vi.spyOn(console, 'error')

/** Everything as it runs in production: the database, the application, and a provider in all its moods. */
describe('mail when things go wrong', () => {
  let database: TestDatabase
  let deliver: ReturnType<typeof deliveryTo>
  let mailbox: Mailbox
  let trouble: Trouble = () => undefined

  beforeAll(async () => {
    database = await startTestDatabase()
    mailbox = await startMailbox({
      directory: null,
      host: '127.0.0.1',
      port: 0,
      middleware: [mailTrouble((call) => trouble(call))],
    })
    deliver = deliveryTo(database, mailbox)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await mailbox.close()
    await database.close()
  })
  beforeEach(async () => {
    trouble = () => undefined
    alarms.mockReset().mockImplementation(() => undefined)
    await query(database, 'delete from outbox')
    await query(database, 'delete from users')
  })
  afterEach(() => {
    // Addresses, names and tokens have no place in a log.
    expect(JSON.stringify(alarms.mock.calls)).not.toMatch(/@|secret-token|Keoni/)
  })

  test('the fact and its announcement are written together or not at all', async () => {
    const both = (kind: string) => `
      with fact as (select register_member('kai@example.com', '$argon2id$x', 'Keoni') as id)
      select enqueue('${kind}', 'confirm:' || id, '{"to": "kai@example.com", "token": "secret-token"}') from fact`
    await expect(query(database, both('misspelt'))).rejects.toThrow(/outbox_kind_check/)
    expect(await query(database, 'select from users')).toHaveLength(0)
    await query(database, both('confirm_email'))
    expect(await query(database, 'select from users')).toHaveLength(1)
    expect(await query(database, 'select from outbox')).toHaveLength(1)
  })

  test('a bare UPDATE is told to the member, once', async () => {
    await query(database, `select register_member('kai@example.com', '$argon2id$x', 'Keoni ʻŌhiʻa')`)
    await query(database, `update profiles set approval_status = 'approved'`)
    expect(await deliver()).toMatchObject({ sent: 1 })
    expect(await deliver()).toMatchObject({ sent: 0 })
    expect(await received('kai@example.com')).toMatchObject([
      { Subject: 'Welcome to Lanai: your account has been approved', To: 'kai@example.com' },
    ])
  })

  test('a worker killed after the mail was taken sends no second one', async () => {
    const to = await announce()
    trouble = ({ path }) => (path === '/email' ? { is: 'dropping' } : undefined)
    await deliver()
    expect(await received(to)).toHaveLength(1)

    await passTime()
    expect(await deliver()).toMatchObject({ sent: 1 })
    expect(await received(to)).toHaveLength(1)
    expect(await row()).toMatchObject({ attempts: 2, sent: true })
  })

  test('a mail that was taken and given up, because no answer came through, is not sent again when it is retried', async () => {
    const to = await announce()
    trouble = ({ path }) => (path === '/email' ? { is: 'dropping' } : refusing(500, 0))
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      await deliver()
      await passTime()
    }
    expect(await query(database, 'select result from retry_outbox()')).toEqual([{ result: 'tried again' }])

    trouble = () => undefined
    expect(await deliver()).toMatchObject({ sent: 1 })
    expect(await received(to)).toHaveLength(1)
  })

  test('a worker killed before it sent is made good for after its lease', async () => {
    const to = await announce()
    await query(database, `select * from claim_outbox(10, interval '1 minute')`)
    expect(await deliver()).toMatchObject({ sent: 0 })
    await passTime()
    expect(await deliver()).toMatchObject({ sent: 1 })
    expect(await received(to)).toHaveLength(1)
  })

  test('three times 500 and then 200: one mail, four tries', async () => {
    const to = await announce()
    trouble = ({ path, nth }) => (path === '/email' && nth <= 3 ? refusing(500, 0) : undefined)
    for (let round = 0; round < 4; round++) {
      await deliver()
      await passTime()
    }
    expect(await received(to)).toHaveLength(1)
    expect(await row()).toMatchObject({ attempts: 4, sent: true, payload: null })
  })

  test('429 with Retry-After postpones mail by that, and uses up no try', async () => {
    await announce()
    trouble = () => ({ ...refusing(429, 429), headers: { 'retry-after': '120' } })
    await deliver()
    const waiting = await row()
    expect(waiting).toMatchObject({ attempts: 0, sent: false, last_error: 'postmark_429' })
    expect(waiting.seconds).toBeGreaterThan(60)
    expect(waiting.seconds).toBeLessThanOrEqual(120)
  })

  test('one inactive recipient in ten: nine mails, one dead row, one alarm', async () => {
    const everybody = await Promise.all(Array.from({ length: 10 }, () => announce()))
    const [inactive] = everybody
    trouble = ({ path, to }) => (path === '/email' && to === inactive ? refusing(422, 406) : undefined)
    expect(await deliver()).toMatchObject({ sent: 9, dead: 1 })
    for (const to of everybody) expect(await received(to)).toHaveLength(to === inactive ? 0 : 1)
    expect(
      await query(
        database,
        `select recipient, last_error, state = 'given up' as given_up from list_undelivered()`,
      ),
    ).toEqual([{ recipient: inactive, last_error: 'postmark_406', given_up: true }])
    expect(alarms.mock.calls).toHaveLength(1)
  })

  test('a refused token uses up no try and raises one alarm; mended, all mail goes out', async () => {
    const everybody = await Promise.all(Array.from({ length: 15 }, () => announce()))
    trouble = () => refusing(401, 10)
    expect(await deliver()).toMatchObject({ sent: 0, givenBack: 15 })
    expect(await query(database, 'select from outbox where attempts > 0')).toHaveLength(0)
    expect(alarms.mock.calls).toEqual([[expect.stringContaining('"reason":"postmark_10"')]])

    trouble = () => undefined
    await passTime()
    expect(await deliver()).toMatchObject({ sent: 15 })
    for (const to of everybody) expect(await received(to)).toHaveLength(1)
  })

  test('without settings for mail nothing is lost, and everything else goes on', async () => {
    await announce()
    vi.stubEnv('MAIL_FROM', '')
    await expect(deliver()).rejects.toThrow('MAIL_FROM')
    vi.stubEnv('MAIL_FROM', MAIL_FROM)
    expect(await deliver()).toMatchObject({ sent: 1 })
  })

  test('a run that is cut off leaves the rest for the next one', async () => {
    await Promise.all(Array.from({ length: 15 }, () => announce()))
    expect(await deliver({ withinMs: 0 })).toMatchObject({ sent: 0 })
    await query(database, `select * from claim_outbox(10, interval '1 minute')`)
    expect(await deliver()).toMatchObject({ sent: 5 })
    await passTime()
    expect(await deliver()).toMatchObject({ sent: 10 })
  })

  test('a reset mail that comes too late is dropped, and its token with it', async () => {
    await query(
      database,
      `select enqueue('reset_password', 'late', '{"to": "late@example.com", "token": "secret-token"}', now())`,
    )
    expect(await deliver()).toMatchObject({ dead: 1, sent: 0 })
    expect(await received('late@example.com')).toEqual([])
    expect(await row()).toMatchObject({ last_error: 'expired', payload: { to: 'late@example.com' } })
  })

  test('a webhook that fails is tried again and leaves mail alone', async () => {
    const webhook = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
    vi.stubEnv('WEBHOOK_URL', `http://127.0.0.1:${webhook.port}/not-a-webhook`)
    vi.stubEnv('WEBHOOK_SECRET', 'sixteen letters or more')
    vi.stubEnv('WEBHOOK_ALLOW_LOOPBACK', '1')
    const to = await announce()
    await query(
      database,
      `select enqueue('user_registered', 'r', '{"userId": "1", "email": "k", "fullName": null}')`,
    )
    expect(await deliver()).toMatchObject({ sent: 1, postponed: 1 })
    expect(await received(to)).toHaveLength(1)
    expect(await query(database, 'select kind, last_error from list_undelivered()')).toEqual([
      { kind: 'user_registered', last_error: 'webhook_http_404' },
    ])
    for (const name of ['WEBHOOK_URL', 'WEBHOOK_SECRET', 'WEBHOOK_ALLOW_LOOPBACK']) vi.stubEnv(name, '')
    await webhook.close()
  })

  /** One mail to an address nobody else has. */
  async function announce(): Promise<string> {
    const to = `m${crypto.randomUUID()}@example.com`
    await query(database, `select enqueue('password_changed', $1, $2)`, [to, { to, fullName: 'Keoni' }])
    return to
  }

  async function received(to: string) {
    return (await mailbox.store.list()).filter(({ To }) => To === to)
  }

  const passTime = () => letLeasesAndPausesEnd(database)

  async function row() {
    const [found] = await query<Row>(
      database,
      `select attempts, sent_at is not null as sent, last_error, payload,
         extract(epoch from next_attempt_at - now())::float8 as seconds from outbox`,
    )
    if (!found) throw new Error('There is no row.')
    return found
  }
})

describe('two workers at once on a real PostgreSQL', () => {
  test('a hundred rows: each is sent exactly once', async () => {
    const database = await startTestDatabase()
    const mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
    try {
      const everybody = await announceMany(database, 100)
      const deliver = deliveryTo(database, mailbox)
      const [one, other] = await Promise.all([deliver(), deliver()])
      expect(one.sent + other.sent).toBe(100)
      expect(Math.min(one.sent, other.sent)).toBeGreaterThan(0)
      expect((await mailbox.store.list()).map(({ To }) => To).sort()).toEqual(everybody.sort())
    } finally {
      vi.unstubAllEnvs()
      await mailbox.close()
      await database.close()
    }
  })
})

function refusing(status: number, ErrorCode: number): Extract<Misbehaviour, { is: 'refusing' }> {
  return { is: 'refusing', answer: { status, body: { ErrorCode, Message: 'No.' } } }
}

interface Row {
  attempts: number
  sent: boolean
  last_error: string | null
  payload: object | null
  seconds: number
}
