import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { listSessions } from '#src/server/sessions/sessions.ts'
import { sha256Hex } from '#src/server/tokens.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { onPortal, PASSWORD } from '../support/portal.ts'
import { whileHeld } from '../support/transactions.ts'

const LEILANI = 'leilani@example.org'
const HOUR = 3600
const DAY = 24 * HOUR
const LIFE = 14 * DAY

onPortal('sessions', (portal) => {
  let leilani: SignedIn
  beforeEach(async () => {
    await portal.clear()
    leilani = await portal.member(LEILANI)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a sign-in sets a cookie with a new token', async () => {
    const cookie = await start()
    expect(cookie).toMatchObject({ name: 'session', maxAge: LIFE })
    expect(cookie?.value).not.toBe(leilani.token)
    expect(await find()).not.toBeNull()
  })

  test.each(['approved', 'denied', 'pending'])(
    'the approval status is read with every look-up: %s',
    async (status) => {
      await portal.decide(LEILANI, 'denied')
      await portal.decide(LEILANI, status)
      expect((await find())?.member.approvalStatus).toBe(status)
    },
  )

  test.each(['', 'unknown', 'a'.repeat(64), "' or 1=1 --", 'x'.repeat(8192), 'ʻŌhiʻa', '\u0000'])(
    '%j finds no member',
    async (token) => {
      expect(await find(token)).toBeNull()
    },
  )

  test('a locked session row delays no page', async () => {
    await portal.query(`update sessions set last_seen_at = last_seen_at - interval '1 hour'`)
    const holder = new pg.Client(portal.database.databaseUrl)
    await holder.connect()
    await holder.query('begin; select 1 from sessions for update')
    expect((await find())?.member.email).toBe(LEILANI)
    await holder.end()
  })

  test('a sign-in waits for a new password that is being set', async () => {
    const newPassword = `update users set password_hash = '$argon2id$new'`
    const starting = whileHeld(portal.database, [newPassword], () => start(), 'delete from sessions')
    expect(await starting).toBeNull()
    expect(await portal.query('select id from sessions')).toEqual([])
  })

  describe('the lifetime', () => {
    test('a session past half its life is renewed', async () => {
      await portal.query(`update sessions set last_seen_at = last_seen_at - interval '8 days'`)
      await portal.pass(8 * DAY)
      expect((await find())?.renewedCookie).toMatchObject({ name: 'session', value: leilani.token })
      expect((await find())?.renewedCookie).toBeNull()
      const recent = `select 1 from sessions where last_seen_at > now() - interval '1 minute'`
      expect(await portal.query(recent)).toHaveLength(1)
      await portal.pass(13 * DAY)
      expect(await find()).not.toBeNull()
    })

    test('a session ends 90 days after it began', async () => {
      for (let days = 0; days < 84; days += 12) {
        await portal.pass(12 * DAY)
        expect(await find()).not.toBeNull()
      }
      await portal.pass(7 * DAY)
      expect(await find()).toBeNull()
    })

    describe('a session that is 90 days old', () => {
      beforeEach(() => portal.query(`update sessions set created_at = now() - interval '90 days'`))

      test('isn’t listed as signed in', async () => {
        const current = await portal.signedIn(LEILANI)
        expect(await listSessions(portal.deps, current)).toMatchObject([{ current: true }])
        expect(await portal.query('select sessions from people')).toEqual([{ sessions: '1' }])
      })

      test('gives no rights to an administrator', async () => {
        await portal.query(`select set_role(array[$1], 'admin', true)`, [LEILANI])
        const sessionAdmin = 'select session_admin_email(id) as email from sessions'
        expect(await portal.query(sessionAdmin)).toEqual([{ email: null }])
      })

      test('is deleted by the sweep', async () => {
        await portal.query(`select delete_expired_rows(10, interval '30 days')`)
        expect(await portal.query('select from sessions')).toEqual([])
      })
    })

    test.each([-10, 10])(
      'the database’s clock decides when this machine’s is %d minutes off',
      async (minutes) => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
        const token = (await start())?.value ?? ''
        expect(await secondsLeft(token)).toBe(LIFE)
        await portal.pass(LIFE - 60)
        expect((await find(token))?.renewedCookie).not.toBeNull()
        expect(await secondsLeft(token)).toBe(LIFE)
        await portal.pass(LIFE + 1)
        expect(await find(token)).toBeNull()
      },
    )
  })

  function find(token = leilani.token) {
    return portal.deps.sessions.find(token)
  }

  function start(passwordHash = fastHash(PASSWORD)) {
    return portal.deps.sessions.start(leilani.member.id, { passwordHash, userAgent: null })
  }

  async function secondsLeft(token: string): Promise<number> {
    const [row] = await portal.query<{ seconds: number }>(
      `select round(extract(epoch from expires_at - now()))::int as seconds from sessions where id = $1`,
      [sha256Hex(token)],
    )
    return row?.seconds ?? NaN
  }
})
