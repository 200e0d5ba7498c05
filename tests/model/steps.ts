import fc from 'fast-check'
import { requestEmailChange } from '#src/server/members/credentials.ts'
import { admitMember } from '#src/server/sessions/admit-member.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { confirmEmail, discardSignUp, signUp } from '#src/server/sign-up/sign-up.ts'
import { Email } from '#src/shared/people/person.ts'
import type { Decision } from './ledger.ts'
import { accountOf, mailed, type World } from './world.ts'

/**
 * What can happen, by whom. Names are places in the world's lists; what makes no sense at the time does nothing. People
 * read only their own mailboxes and type only their own password; otherwise they try everything. A person clicks
 * 'Confirm my email' for their own sign-up, and 'It was not me' for any other.
 *
 * @param focus the address that this history is mostly about: what happens to one account is what opens holes.
 */
function stepAbout(focus: number) {
  const mostly = (likely: number, most: number) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(likely) }, { weight: 1, arbitrary: fc.nat(most) })
  const [ownersPlace, mailboxsPlace] = places[focus] ?? [0, 0]
  const email = mostly(focus, 4)
  const by = { person: mostly(ownersPlace, 2), browser: mostly(0, 1) }
  const mail = { ...by, own: fc.oneof(fc.constant(mailboxsPlace), fc.nat(1)) }
  const of = <Kind extends string, Rest>(weight: number, kind: Kind, rest: RecordOf<Rest>) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...rest }) as fc.Arbitrary<{ kind: Kind } & Rest>,
  })
  return fc.oneof(
    of(4, 'signs up', { ...by, person: fc.nat(2), email }),
    of(5, 'opens the confirmation', mail),
    of(3, 'answers the confirmation', mail),
    of(4, 'follows the invitation', mail),
    of(5, 'signs in', { ...by, person: fc.nat(2), email }),
    of(2, 'asks to move', mail),
    of(2, 'presses the link of a move', mail),
    of(2, 'asks for a reset', { ...by, email }),
    of(2, 'resets', mail),
    of(4, 'admin: invites', { email }),
    of(1, 'admin: revokes', { email }),
    of(3, 'admin: approves', { email, force: fc.constantFrom(false, false, true) }),
    of(1, 'admin: denies', { email }),
  )
}

/** Of each address in a world, its owner and its place among their mailboxes. */
const places = [
  [0, 0],
  [0, 1],
  [1, 0],
  [2, 0],
  [2, 1],
] as const

export const history = fc
  .nat(4)
  .chain((focus) => fc.array(stepAbout(focus), { minLength: 10, maxLength: 40, size: 'max' }))

type RecordOf<T> = { [Key in keyof T]: fc.Arbitrary<T[Key]> }
export type Step = typeof history extends fc.Arbitrary<(infer T)[]> ? T : never

/** @returns what a person decided in this step. */
export async function take(world: World, step: Step): Promise<Decision | null> {
  if ('person' in step) {
    await act(world, step)
    return null
  }
  const email = emailOf(world, step)
  // Refused for an address that no account has, and for one that is not confirmed.
  const isDone = await world.portal.asOwner(decisionOf(step), [email]).then(
    () => true,
    () => false,
  )
  const vouches = step.kind === 'admin: approves' && step.force
  return isDone ? { email, vouches, invites: step.kind === 'admin: invites' } : null
}

function decisionOf(step: Extract<Step, { kind: `admin: ${string}` }>): string {
  switch (step.kind) {
    case 'admin: invites':
      return `select invite(jsonb_build_array(jsonb_build_object('email', $1::text)))`
    case 'admin: revokes':
      return 'select revoke_invitation(array[$1])'
    case 'admin: approves':
      return `select decide_memberships(array[$1], 'approved', force => ${step.force})`
    case 'admin: denies':
      return `select decide_memberships(array[$1], 'denied')`
  }
}

/** What a person does at one of their browsers. Whether it succeeds is the product's business. */
async function act(world: World, step: Deed): Promise<unknown> {
  const { portal, ledger, people, browsers, signedUpBy } = world
  const { deps } = portal
  const [who, here] = [people[step.person], browsers[step.person]?.[step.browser]]
  if (!who || !here) throw new Error(`There is no browser ${step.browser} of a person ${step.person}.`)
  const mailbox = 'own' in step ? (who.mailboxes[step.own % who.mailboxes.length] ?? '') : ''
  const link = async (kind: string) => (await mailed(world, kind, mailbox))[0] ?? ''
  const signedIn = async () => {
    const admission = await admitMember(deps, here.sessionToken)
    return admission.ok ? admission.signedIn : null
  }
  const choosePassword = async (kind: string) => {
    const account = await accountOf(world, mailbox)
    const result = await resetPassword(deps, { token: await link(kind), password: who.password }, visitor)
    if (!result.ok) return
    if (account) ledger.proved(who, account, { password: true })
    if (result.cookie) here.sessionToken = result.cookie.value
  }

  switch (step.kind) {
    case 'signs up': {
      const form = { email: Email.parse(emailOf(world, step)), password: who.password, fullName: null }
      const result = await signUp(deps, form, visitor)
      if (!result.ok) return
      here.signUpToken = result.browserCookie.value
      return signedUpBy.set((await accountOf(world, form.email)) ?? '', who.name)
    }
    case 'opens the confirmation':
    case 'answers the confirmation': {
      const account = await accountOf(world, mailbox)
      const [token, isPressed] = [await link('confirm_email'), step.kind === 'answers the confirmation']
      if (!account) return
      if (isPressed && signedUpBy.get(account) !== who.name) return discardSignUp(deps, token)
      const result = await confirmEmail(deps, { token, isPressed }, here)
      // Opened where it is only asked, or where it was proven before, it proves nothing new.
      if (!result.ok || !result.status || signedUpBy.get(account) !== who.name) return
      ledger.proved(who, account, { password: false })
      return
    }
    case 'follows the invitation':
      return choosePassword('invitation')
    case 'resets':
      return choosePassword('reset_password')
    case 'asks for a reset':
      return requestPasswordReset(deps, Email.parse(emailOf(world, step)), visitor)
    case 'signs in': {
      const form = { email: Email.parse(emailOf(world, step)), password: who.password }
      const result = await signIn(deps, form, { ...visitor, ...here })
      if (result.ok) Object.assign(here, { sessionToken: result.cookie.value })
      return
    }
    case 'asks to move': {
      const member = await signedIn()
      const form = { currentPassword: who.password, newEmail: Email.parse(mailbox || 'x@example.org') }
      return member && requestEmailChange(deps, member, form)
    }
    case 'presses the link of a move': {
      const result = await confirmEmail(deps, { token: await link('change_email'), isPressed: true }, here)
      const account = result.ok && (await accountOf(world, mailbox))
      if (account) ledger.proved(who, account, { password: false })
      return
    }
  }
}

type Deed = Extract<Step, { person: number }>

function emailOf({ emails }: World, { email }: { email: number }): string {
  return emails[email] ?? ''
}

const visitor = { address: '192.0.2.1', userAgent: null }
