import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availableDecisions, accountSettings } from '#src/islands/people/person-actions.ts'
import { cancelDeletion, requestDeletion } from '#src/server/members/my-data.ts'
import { actOnPeople } from '#src/server/people/act-on-people.ts'
import { findPerson } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail, discardSignUp } from '#src/server/sign-up/sign-up.ts'
import { isChanged, type PersonAction, personActions } from '#src/shared/people/notices.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { onPortal, PASSWORD, stranger } from '../support/portal.ts'
import { whileHeld } from '../support/transactions.ts'

/** More: `MODEL_RUNS=5000 MODEL_SEED=1 npx vitest run --project unit tests/contract/people-model.test.ts`. */
const RUNS = Number(process.env.MODEL_RUNS ?? 15)
const SEED = Number(process.env.MODEL_SEED ?? 7)

const ADMINS = ['noe', 'pua'] as const
const PEOPLE = [...ADMINS, 'leilani', 'kai', 'keoni', 'ana'] as const

const act = fc.record({
  is: fc.constant('act' as const),
  by: fc.constantFrom(...ADMINS),
  on: fc.constantFrom(...PEOPLE),
  action: fc.oneof(
    fc.constantFrom(...personActions),
    fc.constantFrom<PersonAction>('end_admin', 'delete', 'deny'),
  ),
  /** Whether the page was opened at the last step about this person. */
  isStale: fc.boolean(),
})
const step = fc.oneof(
  { weight: 6, arbitrary: act },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('at once' as const), acts: fc.tuple(act, act) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constantFrom('accept', 'confirm', 'discard', 'leave', 'stay', 'send', 'a day'),
      on: fc.constantFrom(...PEOPLE),
    }),
  },
)

onPortal('at /people, after any sequence of actions', (portal) => {
  test(
    'an action succeeds exactly when it is offered',
    async () => {
      const rule = fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }),
        async (steps) => {
          await portal.query(WORLD)
          const pages = new Map<string, Page>()
          for (const each of steps) {
            expect(await portal.query(SIGN_IN_AND_COUNT)).not.toEqual([])
            if (each.is === 'act') await judge(each, pages)
            else if (each.is === 'at once') await Promise.all(each.acts.map((one) => actAs(one, 'approved')))
            else await byLink(each)
          }
          expect(await portal.query(SIGN_IN_AND_COUNT)).not.toEqual([])
        },
      )
      await fc.assert(rule, { seed: SEED, numRuns: RUNS, endOnFailure: true })
    },
    24 * 3_600_000,
  )

  test.each([
    ['is removed by them', () => actAs({ by: 'pua', on: 'noe', action: 'end_admin' }, 'approved')],
    ['leaves', () => requestDeletion(portal.deps, signedIn('noe'), { password: PASSWORD })],
  ])('an administrator who %s while removing the other stays one', async (_, second) => {
    await portal.query(WORLD)
    await portal.query(SIGN_IN_AND_COUNT)
    const first = `select apply_action_to_people(sha256_hex('noe'), 'end_admin', '{pua}', '{approved}', '', '1 day')`
    await whileHeld<unknown>(portal.database, [first], second)
    expect(await portal.query(SIGN_IN_AND_COUNT)).toEqual([{ id: 'noe' }])
  })

  async function judge(given: Act, pages: Map<string, Page>): Promise<void> {
    const { by, on, action, isStale } = given
    const found = await findPerson(portal.deps, signedIn(by), { id: on })
    const seen = isStale ? pages.get(on) : undefined
    const outcome = await actAs(given, seen?.status ?? ('status' in found ? found.status : 'approved'))
    if ('ok' in found) {
      expect([undefined, 'gone']).toContain(outcome)
      return
    }
    const page = pageOf(found)
    pages.set(on, page)
    const isSame = !seen || seen.status === page.status
    const isOffered = isSame && page.offers.includes(action)
    // Says the same as what is offered in its place.
    const isHarmless =
      isSame &&
      ((action === 'approve_unconfirmed' && page.offers.includes('approve')) ||
        ((action === 'invite' || action === 'revoke') && page.offers.includes('undo')))
    if (!isHarmless) expect([action, outcome && isChanged(outcome)]).toEqual([action, isOffered])
  }

  /** @returns undefined for whoever is no administrator. */
  async function actAs({ by, on, action }: Omit<Act, 'is' | 'isStale'>, status: Page['status']) {
    const form = { action, people: [{ id: on, status }], reason: '', currentPassword: PASSWORD }
    const result = await actOnPeople(portal.deps, signedIn(by), form)
    return 'ok' in result ? undefined : result[0]?.outcome
  }

  async function byLink({ is, on }: { is: string; on: string }): Promise<unknown> {
    const address = `${on}@example.org`
    const { deps } = portal
    switch (is) {
      case 'accept':
        return resetPassword(
          deps,
          { token: await portal.linkTo(address, 'invitation'), password: PASSWORD },
          stranger(),
        )
      case 'confirm':
        return confirmEmail(
          deps,
          { token: await portal.linkTo(address, 'confirm_email'), isClicked: true },
          { signUpToken: null },
        )
      case 'discard':
        return discardSignUp(deps, { token: await portal.linkTo(address, 'confirm_email') })
      case 'leave':
        return requestDeletion(deps, signedIn(on), { password: PASSWORD })
      case 'stay':
        return cancelDeletion(deps, {
          token: await portal.linkTo(address, 'deletion_requested'),
        })
      case 'send':
        return portal.query('update outbox set sent_at = now(), payload = null where sent_at is null')
      default:
        await portal.query(`update account_deletions set due_at = now()`)
        return portal.query('select delete_due_accounts(50)')
    }
  }
})

function signedIn(id: string): SignedIn {
  return { token: id, member: { id, email: `${id}@example.org` } as SignedIn['member'] }
}

function pageOf(person: Parameters<typeof availableDecisions>[0]): Page {
  const offers = [
    ...availableDecisions(person),
    ...accountSettings(person, { hasEditor: true }).flatMap(({ actions: choices }) => choices),
  ]
  return { status: person.status, offers: offers.map(({ action }) => action) }
}

/** Two administrators, a member, a sign-up with a confirmed address and one without, and somebody invited. */
const WORLD = `
  delete from users; delete from outbox; delete from rate_limits;
  insert into users (id, email, password_hash, email_confirmed_at)
  select id, id || '@example.org', '${fastHash(PASSWORD)}', case when id <> 'keoni' then now() end
  from unnest('{noe,pua,leilani,kai,keoni}'::text[]) id;
  insert into users (id, email) values ('ana', 'ana@example.org');
  insert into profiles (id, is_admin) select id, id in ('noe', 'pua') from users;
  select decide_memberships('{noe@example.org,pua@example.org,leilani@example.org}', 'approved');
  select request_email_with_token('confirm_email', 'keoni@example.org', '1 day');
  select invite('[{"email": "ana@example.org"}]', 'noe@example.org')`

/** A session for everyone who has an account, and who stays an administrator. */
const SIGN_IN_AND_COUNT = `
  with signed_in as (
    insert into sessions (id, user_id, expires_at) select sha256_hex(id), id, now() + interval '1 day' from users on conflict do nothing
  )
  select id from people where is_admin and status = 'approved' and deletion_due_at is null`

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never
interface Page {
  status: Parameters<typeof availableDecisions>[0]['status']
  offers: PersonAction[]
}
