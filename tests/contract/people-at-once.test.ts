import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { requestDeletion } from '#src/server/members/my-data.ts'
import { actOnPeople, invitePeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail, discardSignUp } from '#src/server/sign-up/sign-up.ts'
import type { PersonAction } from '#src/shared/people/notices.ts'
import type { PersonStatus } from '#src/shared/people/people.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'

/** More: `PAIRS=500 npx vitest run --project unit tests/contract/people-at-once.test.ts`. */
const PAIRS = Number(process.env.PAIRS ?? 100)

onPortal('administrators and people at the same moment', (portal) => {
  test(
    `never wait for each other in a circle, in ${PAIRS} pairs`,
    async () => {
      const admin = await portal.member('noe@example.org')
      await portal.query(`select set_role('{noe@example.org}', 'admin', true)`)
      await portal.query(
        `insert into users (id, email, password_hash)
       select 'p' || n, 'p' || n || '@example.org', $1 from generate_series(1, ${PAIRS}) n`,
        [fastHash(PASSWORD)],
      )
      await portal.query(`insert into profiles (id) select id from users where id ~ '^p'`)
      await portal.query(`select request_link('confirm_email', email, '1 day') from users where id ~ '^p'`)
      await portal.query(`select request_link('reset_password', email, '1 day') from users where id ~ '^p'`)
      const tokens = await portal.query<{ id: string; kind: string; token: string }>(
        `select user_id as id, kind, payload ->> 'token' as token from outbox where kind in ('confirm_email', 'reset_password')`,
      )
      const tokenOf = new Map(tokens.map(({ id, kind, token }) => [`${kind} ${id}`, token]))

      const acts: [PersonAction, PersonStatus][] = [
        ['approve_unconfirmed', 'pending'],
        ['deny', 'pending'],
        ['delete', 'pending'],
        ['end_sessions', 'pending'],
        ['resend_confirmation', 'pending'],
        ['undo', 'approved'],
      ]
      const doings = [
        (id: string) => discardSignUp(portal.deps, { token: tokenOf.get(`confirm_email ${id}`) ?? '' }),
        (id: string) =>
          resetPassword(
            portal.deps,
            { token: tokenOf.get(`reset_password ${id}`) ?? '', password: PASSWORD },
            stranger(),
          ),
        (id: string) => requestDeletion(portal.deps, memberWith(id), { password: PASSWORD }),
        (id: string) =>
          confirmEmail(
            portal.deps,
            { token: tokenOf.get(`confirm_email ${id}`) ?? '', isPressed: true },
            { signUpToken: null },
          ),
      ]

      const few = pLimit(8)
      const pairs = Array.from({ length: PAIRS }, (_, n) => {
        const id = `p${n + 1}`
        const ids = [...new Set([id, `p${PAIRS - n}`, `p${(n % 7) + 1}`])]
        const [action, status] = acts[n % acts.length] ?? ['deny', 'pending']
        const people = ids.map((each) => ({ id: each, status }))
        const list = ids.map((each) => ({ email: email(`${each}@example.org`), name: null, company: null }))
        return [
          few(async (): Promise<unknown> =>
            n % 5 === 0
              ? invitePeople(portal.deps, admin, { people: list, isTrial: false })
              : actOnPeople(portal.deps, admin, { action, people, reason: '', currentPassword: PASSWORD }),
          ),
          few(async (): Promise<unknown> => doings[n % doings.length]?.(id)),
        ]
      })
      const failed = (await Promise.allSettled(pairs.flat())).flatMap((each) =>
        each.status === 'rejected' ? [String(each.reason)] : [],
      )
      expect(failed).toEqual([])
    },
    24 * 3_600_000,
  )
})

function memberWith(id: string): SignedIn {
  return { token: id, member: { id, email: `${id}@example.org` } as SignedIn['member'] }
}
