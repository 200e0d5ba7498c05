import { beforeEach, describe, expect, test } from 'vitest'
import {
  ALL_SIGN_UPS_PER_NETWORK,
  SIGN_INS_PER_NETWORK,
  SIGN_UPS_PER_NETWORK,
} from '#src/server/limits/limits.ts'
import { peekAttempt } from '#src/server/limits/rate-limits.ts'
import { confirmEmail, discardSignUp, resendConfirmation } from '#src/server/sign-up/confirm-email.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { SignUpForm } from '#src/shared/forms.ts'
import { email, onPortal, PASSWORD } from '../support/portal.ts'
import { inOneSession } from '../support/transactions.ts'

const ROOM = { address: '203.0.113.7' }
const ELSEWHERE = { address: '203.0.113.8' }
const COHORT = 60
const UNPROVEN = SIGN_UPS_PER_NETWORK.allowed

onPortal('many people behind one address', (portal) => {
  let hashed = 0
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from kick_offs')
  })

  describe('a kick-off, as administrators plan it,', () => {
    test.each([
      ['of nobody', 'select * from plan_kick_off(0)', 'kick_offs_people_are_a_crowd'],
      [
        'of two days',
        `select * from plan_kick_off(9, '2030-01-01', '2030-01-03')`,
        'kick_offs_end_within_a_day',
      ],
      [
        'that is over',
        `select * from plan_kick_off(9, '2020-01-01 09:00')`,
        'These hours are over: 2020-01-01 12:00 UTC',
      ],
      ['at no time', `select * from plan_kick_off(9, 'noonish')`, 'invalid input syntax'],
    ])('is not made %s', async (_, statement, complaint) => {
      await expect(portal.query(statement)).rejects.toThrow(complaint)
    })

    test('is ended while it is under way, forgotten before it begins, and stays as it was afterwards', async () => {
      await portal.query(
        `insert into kick_offs (starts_at, ends_at, people) values
           (now() - interval '3 hours', now() - interval '1 hour', 10),
           (now() - interval '1 hour', now() + interval '1 hour', 20),
           (now() + interval '1 hour', now() + interval '2 hours', 30)`,
      )
      expect(await portal.query('select people from end_kick_offs()')).toEqual([
        { people: 20 },
        { people: 30 },
      ])
      expect(
        await portal.query(
          `select people, ends_at < now() as over, ends_at > now() - interval '30 minutes' as "endedNow"
           from kick_offs order by id`,
        ),
      ).toEqual([
        { people: 10, over: true, endedNow: false },
        { people: 20, over: true, endedNow: true },
      ])
      expect(await portal.query('select * from end_kick_offs()')).toEqual([])
    })

    test('lasts three hours where nobody says how long, and begins where nobody says when', async () => {
      const [row] = await portal.query(
        `select starts_at = now() as now, ends_at - starts_at = interval '3 hours' as "threeHours"
         from plan_kick_off(9, '', '')`,
      )
      expect(row).toEqual({ now: true, threeHours: true })
      const [planned] = await portal.query(
        `select utc_minute(starts_at) as starts, utc_minute(ends_at) as ends from plan_kick_off(9, '2199-01-01 09:00')`,
      )
      expect(planned).toEqual({ starts: '2199-01-01 09:00 UTC', ends: '2199-01-01 12:00 UTC' })
    })

    test.each([
      ['whom the call names', 'Noe', 'Kai', 'Noe'],
      ['whom the session names, where the call names nobody', '', 'Kai', 'Kai'],
      ['the database’s role, where neither does', '', '', null],
    ])('is the word of %s', async (_, actor, actorOfSession, by) => {
      await inOneSession(admin(), async (ask) => {
        await ask(`select set_config('lanai.actor', $1, false)`, [actorOfSession])
        const named = await ask('select added_by from plan_kick_off(9, null, null, $1)', [actor])
        expect(named).toEqual([{ added_by: by ?? role() }])
        const later = await ask('select added_by from plan_kick_off(9)')
        expect(later).toEqual([{ added_by: actorOfSession || role() }])
      })
    })

    test('leaves nobody’s name behind in the transaction or the session', async () => {
      await inOneSession(admin(), async (ask) => {
        await ask(`begin; set local lanai.actor = 'Kai'`)
        await ask(`select plan_kick_off(9, null, null, 'Noe')`)
        const inside = await ask('select added_by from plan_kick_off(9)')
        await ask('commit')
        const outside = await ask('select added_by from plan_kick_off(9)')
        expect([...inside, ...outside]).toEqual([{ added_by: 'Kai' }, { added_by: role() }])
      })
    })

    test('is in UTC, or in the zone that its times name', async () => {
      const [row] = await portal.query(
        `select utc_minute(starts_at) as starts, utc_minute(ends_at) as ends
         from plan_kick_off(9, '2030-01-01 09:00 Pacific/Honolulu', '2030-01-02 01:00')`,
      )
      expect(row).toEqual({ starts: '2030-01-01 19:00 UTC', ends: '2030-01-02 01:00 UTC' })
    })
  })

  test('a cohort of sixty begins at once: nobody is refused, also who mistypes or wants the mail again', async () => {
    const people = await crowd(COHORT)
    expect(refused(people)).toBe(0)
    for (let n = 0; n < COHORT / 2; n++) {
      const guess = await portal.signIn(`p${n}@example.org`, 'mistyped', ROOM)
      expect(guess).toMatchObject({ code: 'invalid_credentials' })
    }
    for (let n = 0; n < COHORT; n++)
      expect(await resendConfirmation(portal.deps, email(`p${n}@example.org`), ROOM)).toEqual({ ok: true })
  })

  test('a flood gets no further than that, before anything is hashed, and other networks do not notice it', async () => {
    hashed = 0
    const people = await crowd(600)
    expect(refused(people)).toBe(600 - UNPROVEN)
    expect(hashed).toBe(UNPROVEN)
    expect(await portal.query(`select from outbox where kind = 'confirm_email'`)).toHaveLength(UNPROVEN)
    const [last] = people.slice(-1)
    expect(last).toMatchObject({ code: 'too_many_attempts' })
    expect(await enter('elsewhere@example.org', ELSEWHERE)).toMatchObject({ ok: true })
  })

  describe('what is no flood makes room for others:', () => {
    test('an address that was confirmed, once', async () => {
      await crowd(UNPROVEN)
      expect(await enter('late@example.org')).toMatchObject({ code: 'too_many_attempts' })
      const token = await portal.linkTo('p1@example.org', 'confirm_email')
      for (let n = 0; n < 3; n++) await confirmEmail(portal.deps, token, { signUpToken: null })
      expect(await enter('late@example.org')).toMatchObject({ ok: true })
      expect(await enter('later@example.org')).toMatchObject({ code: 'too_many_attempts' })
    })

    test('each address that was confirmed, whichever comes first', async () => {
      await crowd(UNPROVEN)
      for (const name of ['p1', 'p2']) {
        const token = await portal.linkTo(`${name}@example.org`, 'confirm_email')
        await confirmEmail(portal.deps, token, { signUpToken: null })
        expect(await enter(`after-${name}@example.org`)).toMatchObject({ ok: true })
        expect(await enter('late@example.org')).toMatchObject({ code: 'too_many_attempts' })
      }
    })

    test('an address once, though it is confirmed anew', async () => {
      await crowd(UNPROVEN)
      for (let n = 0; n < 2; n++) {
        await portal.query(`update users set email_confirmed_at = null where email like 'p1@%'`)
        await portal.query(`update users set email_confirmed_at = now() where email like 'p1@%'`)
      }
      expect(await enter('late@example.org')).toMatchObject({ ok: true })
      expect(await enter('later@example.org')).toMatchObject({ code: 'too_many_attempts' })
    })

    test('somebody on the roster', async () => {
      await portal.query(
        `insert into roster (email) select 'p' || n || '@example.org' from generate_series(1, 30) n`,
      )
      expect(refused(await crowd(31))).toBe(0)
      expect(refused(await crowd(UNPROVEN, 'q'))).toBe(1)
    })

    test('nobody whose row on the roster has let somebody in already, and nobody because others are on it', async () => {
      await portal.query(
        `insert into roster (email, spent_at) values ('p0@example.org', now()), ('elsewhere@example.org', null)`,
      )
      await enter('elsewhere@example.org', ELSEWHERE)
      expect(refused(await crowd(UNPROVEN))).toBe(0)
      expect(await enter('late@example.org')).toMatchObject({ code: 'too_many_attempts' })
    })

    test('not for another network than the one that somebody signed up from', async () => {
      await Promise.all([crowd(UNPROVEN), enter('elsewhere@example.org', ELSEWHERE)])
      await confirmEmail(portal.deps, await portal.linkTo('elsewhere@example.org', 'confirm_email'), {
        signUpToken: null,
      })
      expect(await enter('late@example.org')).toMatchObject({ code: 'too_many_attempts' })
      await confirmEmail(portal.deps, await portal.linkTo('p1@example.org', 'confirm_email'), {
        signUpToken: null,
      })
      expect(await enter('late@example.org')).toMatchObject({ ok: true })
    })

    test('not a taken address, nor one whose owner says that it was not they', async () => {
      await enter('taken@example.org')
      for (let n = 0; n < 9; n++)
        expect(await enter('taken@example.org')).toMatchObject({ code: 'email_taken' })
      await discardSignUp(portal.deps, await portal.linkTo('taken@example.org', 'confirm_email'))
      expect(refused(await crowd(UNPROVEN))).toBe(10)
    })

    test('no count of another hour', async () => {
      await crowd(UNPROVEN)
      await portal.pass(3601)
      await crowd(UNPROVEN, 'q')
      const token = await portal.linkTo('p1@example.org', 'confirm_email')
      await confirmEmail(portal.deps, token, { signUpToken: null })
      expect(await enter('late@example.org')).toMatchObject({ code: 'too_many_attempts' })
    })

    test('and still nobody signs up without end with mailboxes of their own', async () => {
      for (const letter of ['p', 'q', 'r', 's']) {
        expect(refused(await crowd(ALL_SIGN_UPS_PER_NETWORK.allowed / 4, letter))).toBe(0)
        await portal.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
      }
      expect(await enter('late@example.org')).toMatchObject({ code: 'too_many_attempts' })
    })
  })

  describe('a kick-off', () => {
    test('lets so many in, at once also whom a limit refused before, and ends by itself', async () => {
      await crowd(UNPROVEN)
      expect(await enter('before@example.org')).toMatchObject({ code: 'too_many_attempts' })
      await portal.query('select * from plan_kick_off(300)')
      expect(await peekAttempt(portal.deps.sql, SIGN_UPS_PER_NETWORK, ROOM.address)).toEqual({ ok: true })
      expect(refused(await crowd(300 - UNPROVEN, 'q'))).toBe(0)
      expect(await enter('too-many@example.org')).toMatchObject({ code: 'too_many_attempts' })
      await portal.query(`update kick_offs set starts_at = now() - interval '3 hours', ends_at = now()`)
      expect(await enter('after@example.org')).toMatchObject({ code: 'too_many_attempts' })
    })

    test('that is over lets in no more than before it', async () => {
      const over = `insert into kick_offs (starts_at, ends_at, people) values (now() - interval '3 hours', now(), 300)`
      await portal.query(over)
      expect(refused(await crowd(UNPROVEN + 1))).toBe(1)
    })

    test('that is planned changes nothing before, and one that is small never makes a limit smaller', async () => {
      await portal.query(`select * from plan_kick_off(300, (now() + interval '1 minute')::text)`)
      await portal.query('select * from plan_kick_off(1)')
      for (let n = 0; n < SIGN_INS_PER_NETWORK.allowed; n++)
        expect(await portal.signIn(`a${n}@b.co`, 'wrong!', ROOM)).toMatchObject({
          code: 'invalid_credentials',
        })
      expect(await portal.signIn('a@b.co', 'wrong!', ROOM)).toMatchObject({ code: 'too_many_attempts' })
    })
  })

  function admin() {
    return { databaseUrl: portal.database.roleUrls.lanai_admin }
  }

  function role(): string {
    return new URL(admin().databaseUrl).username
  }

  function enter(address: string, from = ROOM) {
    const passwords = { ...portal.deps.passwords, hash }
    return signUp(
      { ...portal.deps, passwords },
      SignUpForm.parse({ email: address, password: PASSWORD }),
      from,
    )
  }

  function hash(password: string) {
    hashed++
    return portal.deps.passwords.hash(password)
  }

  function crowd(people: number, letter = 'p') {
    return Promise.all(Array.from({ length: people }, (_, n) => enter(`${letter}${n}@example.org`)))
  }
})

function refused(results: { ok: boolean }[]): number {
  return results.filter(({ ok }) => !ok).length
}
