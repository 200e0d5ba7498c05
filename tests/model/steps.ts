import fc from 'fast-check'
import { confirmEmail, discardSignUp } from '#src/server/sign-up/confirm-email.ts'
import { proveSignUp, setSignUpPassword } from '#src/server/sign-up/prove-sign-up.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { signOut } from '#src/server/sessions/session-list.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { admitMember } from '#src/server/sessions/admit-member.ts'
import { requestEmailChange } from '#src/server/members/change-email.ts'
import { changePassword } from '#src/server/members/change-password.ts'
import { keepAccount, requestDeletion } from '#src/server/members/my-data.ts'
import { Email } from '#src/shared/forms.ts'
import type { Person } from './ledger.ts'
import { type Browser, mailed, type World } from './world.ts'

/**
 * What can happen, by whom. Names are places in the world's lists; what makes no sense at the time does nothing. People
 * read the mail of their own mailboxes alone and type their own password alone; otherwise they try everything, also
 * links of sign-ups that were not theirs.
 *
 * @param focus the address that this history is mostly about: what happens to one account is what opens holes.
 */
function stepAbout(focus: number) {
  const mostly = (likely: number, most: number) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(likely) }, { weight: 1, arbitrary: fc.nat(most) })
  const [ownersPlace, mailboxsPlace] = places[focus] ?? [0, 0]
  const person = mostly(ownersPlace, 2)
  const browser = mostly(0, 1)
  const email = mostly(focus, 4)
  const own = fc.oneof(fc.constant(mailboxsPlace), fc.nat(1))
  const of = <Kind extends string, Rest>(weight: number, kind: Kind, rest: RecordOf<Rest>) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...rest }) as fc.Arbitrary<{ kind: Kind } & Rest>,
  })
  const by = { person, browser }
  return fc.oneof(
    of(5, 'joins', { ...by, own }),
    of(4, 'signs up', { ...by, email }),
    of(4, 'presses confirm', { ...by, own, nth: fc.nat(1) }),
    of(1, 'proves the password', { ...by, own }),
    of(1, 'sets the first password', { ...by, own }),
    of(1, 'disowns', { ...by, own }),
    of(4, 'signs in', { ...by, email }),
    of(1, 'signs out', by),
    of(4, 'moves', { ...by, own }),
    of(1, 'asks to move', { ...by, own }),
    of(1, 'presses the link of a move', { ...by, own }),
    of(1, 'changes the password', by),
    of(1, 'asks for a reset', { ...by, email }),
    of(1, 'resets', { ...by, own }),
    of(1, 'asks for deletion', by),
    of(1, 'keeps the account', { ...by, own }),
    of(4, 'roster: adds', { email }),
    of(1, 'roster: removes', { email }),
    of(1, 'admin: approves', { email, force: fc.boolean() }),
    of(2, 'admin: denies', { email }),
    of(1, 'admin: sets by UPDATE', { email, status: fc.constantFrom('pending', 'approved', 'denied') }),
    of(1, 'admin: undoes', { email }),
    of(1, 'the sweep runs', {}),
    of(1, 'hours pass', { hours: fc.constantFrom(2, 30, 200, 800) }),
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

/** @returns the accounts that a person decided about in this step. */
export async function take(world: World, step: Step): Promise<ReadonlySet<string>> {
  if ('person' in step) {
    await act(world, step)
    return nobody
  }
  switch (step.kind) {
    case 'roster: adds':
      return addToRoster(world, emailOf(world, step))
    case 'roster: removes':
      await world.portal.asOwner('delete from roster where email = $1', [emailOf(world, step)])
      world.ledger.removeRow(emailOf(world, step))
      return nobody
    case 'the sweep runs':
      await world.portal.asOwner(`select sweep_rows(500, interval '30 days')`)
      await world.portal.asOwner('select delete_due_accounts(50)')
      return nobody
    case 'hours pass':
      for (const text of timeTravel) await world.portal.asOwner(text, [`${step.hours} hours`])
      return nobody
    default:
      return decide(world, step)
  }
}

const nobody: ReadonlySet<string> = new Set()

async function addToRoster({ portal, ledger }: World, email: string): Promise<ReadonlySet<string>> {
  await portal.asOwner('select import_roster($1)', [JSON.stringify([{ line: 1, email }])])
  ledger.addRow(email)
  return nobody
}

/** What an administrator does about whoever has the address now. */
async function decide(world: World, step: Decision): Promise<ReadonlySet<string>> {
  const { asOwner } = world.portal
  const email = emailOf(world, step)
  const rows = await asOwner('select id from users where email = $1', [email])
  // Refused for whom there is not, and for whom has not confirmed.
  await asOwner(decisionOf(step), [email]).catch(() => null)
  return new Set(rows.map(({ id = '' }) => id))
}

function decisionOf(step: Decision): string {
  switch (step.kind) {
    case 'admin: approves':
      return `select decide_memberships(array[$1], 'approved', force => ${step.force})`
    case 'admin: denies':
      return `select decide_memberships(array[$1], 'denied')`
    case 'admin: undoes':
      return 'select undo_decisions(array[$1])'
    case 'admin: sets by UPDATE':
      return `update profiles set approval_status = '${step.status}'
        where id = (select id from users where email = $1)`
  }
}

type Decision = Extract<Step, { kind: `admin: ${string}` }>

/** What somebody does at one of their browsers. Whether it succeeds is the product's business. */
async function act(world: World, step: Deed): Promise<unknown> {
  const { deps } = world.portal
  const { who, here } = atPlace(world, step)
  const mailbox = 'own' in step ? (who.mailboxes[step.own % who.mailboxes.length] ?? '') : ''
  const link = async (kind: string, nth = 0) => (await mailed(world, kind, mailbox))[nth] ?? ''
  const withPassword = async (kind: string) => ({ token: await link(kind), password: who.password })

  switch (step.kind) {
    case 'joins':
      await signUpAt(world, who, here, mailbox)
      await confirmEmail(deps, await link('confirm_email'), here)
      return signInAt(world, who, here, mailbox)
    case 'signs up':
      return signUpAt(world, who, here, emailOf(world, step))
    case 'presses confirm':
      return confirmEmail(deps, await link('confirm_email', step.nth), here)
    case 'proves the password':
      return proveSignUp(deps, await withPassword('confirm_email'), visitor)
    case 'sets the first password':
      return setSignUpPassword(deps, await withPassword('confirm_email'), visitor)
    case 'disowns':
      return discardSignUp(deps, await link('confirm_email'))
    case 'signs in':
      return signInAt(world, who, here, emailOf(world, step))
    case 'signs out':
      return signOut(deps, here.sessionToken)
    case 'moves':
      await askToMove(world, who, here, mailbox)
      return confirmEmail(deps, await link('change_email'), here)
    case 'asks to move':
      return askToMove(world, who, here, mailbox)
    case 'presses the link of a move':
      return confirmEmail(deps, await link('change_email'), here)
    case 'changes the password':
      return changePasswordAt(world, who, here)
    case 'asks for a reset':
      return requestPasswordReset(deps, Email.parse(emailOf(world, step)), visitor)
    case 'resets':
      return resetPassword(deps, await withPassword('reset_password'), visitor)
    case 'asks for deletion': {
      const signedIn = await admit(world, here)
      return signedIn && requestDeletion(deps, signedIn, who.password)
    }
    case 'keeps the account':
      return keepAccount(deps, await link('deletion_requested'))
  }
}

function atPlace({ people, browsers }: World, { person, browser }: Deed): { who: Person; here: Browser } {
  const [who, here] = [people[person], browsers[person]?.[browser]]
  if (!who || !here) throw new Error(`There is no browser ${browser} of a person ${person}.`)
  return { who, here }
}

type Deed = Extract<Step, { person: number }>

async function signUpAt({ portal }: World, who: Person, here: Browser, email: string): Promise<void> {
  const form = { email: Email.parse(email), password: who.password, fullName: null, startedAt: undefined }
  const result = await signUp(portal.deps, form, visitor)
  if (result.ok) here.signUpToken = result.browserCookie.value
}

async function signInAt({ portal }: World, who: Person, here: Browser, email: string): Promise<void> {
  const browser = { ...visitor, ...here, userAgent: null }
  const result = await signIn(portal.deps, { email: Email.parse(email), password: who.password }, browser)
  if (!result.ok) return
  here.sessionToken = result.cookie.value
  here.deviceToken = result.deviceCookie?.value ?? here.deviceToken
}

async function changePasswordAt(world: World, who: Person, here: Browser): Promise<void> {
  const signedIn = await admit(world, here)
  if (!signedIn) return
  const form = { currentPassword: who.password, newPassword: who.password }
  const changed = await changePassword(world.portal.deps, signedIn, form, { userAgent: null, address: '' })
  if (changed.ok) here.sessionToken = changed.cookie?.value ?? null
}

async function askToMove(world: World, who: Person, here: Browser, email: string): Promise<void> {
  const signedIn = await admit(world, here)
  if (!signedIn) return
  const form = { currentPassword: who.password, newEmail: Email.parse(email) }
  await requestEmailChange(world.portal.deps, signedIn, form)
}

async function admit({ portal }: World, here: Browser) {
  const admission = await admitMember(portal.deps, here.sessionToken)
  return admission.ok ? admission.signedIn : null
}

function emailOf({ emails }: World, step: object): string {
  return emails['email' in step ? Number(step.email) : 0] ?? ''
}

const visitor = { address: '192.0.2.1' }

/** The database's clock cannot be turned forward, so all that is written is moved back. */
const timeTravel = [
  'update users set created_at = created_at - $1::interval',
  'update sign_up_browsers set expires_at = expires_at - $1::interval',
  'update email_confirmation_tokens set expires_at = expires_at - $1::interval',
  'update email_change_tokens set expires_at = expires_at - $1::interval',
  'update password_reset_tokens set expires_at = expires_at - $1::interval',
  'update account_deletions set due_at = due_at - $1::interval',
  'update sessions set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
]
