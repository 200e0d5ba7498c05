import { beforeEach, expect, test } from 'vitest'
import { actOnPeople } from '#src/server/people/act-on-people.ts'
import { countPeople } from '#src/server/people/people.ts'
import { changePassword } from '#src/server/members/credentials.ts'
import {
  addPasskey,
  confirmWithPasskey,
  listPasskeys,
  PasskeyInput,
  removePasskey,
  startAdding,
  startConfirming,
} from '#src/server/passkeys/passkeys.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { signInWithPasskey, startPasskeySignIn } from '#src/server/sign-in/sign-in-with-passkey.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { FIREFOX, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const LEILANI = 'leilani@example.org'
const KAI = 'kai@example.org'
const REFUSED = { ok: false, code: 'passkey_refused' }
const GONE = { ok: false, code: 'passkey_expired' }
const NEEDED = { ok: false, code: 'passkey_needed' }

type Authenticator = ReturnType<typeof createAuthenticator>
type Forged = Parameters<Authenticator['use']>[1]

const FORGED: [string, Forged][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['nobody verified', { isVerified: false }],
]

onPortal('passkeys', (portal) => {
  let member: SignedIn
  let device: Authenticator
  beforeEach(async () => {
    await portal.clear()
    await portal.query(
      `insert into site (url, database_id) values ('http://localhost', current_database_id()) on conflict do nothing`,
    )
    await requirePasskeys(false)
    member = await portal.member(LEILANI)
    device = newDevice()
  })

  const newDevice = () => createAuthenticator(portal.deps.siteUrl)
  const requirePasskeys = (isRequired: boolean) =>
    portal.query('update site set is_admin_passkey_required = $1', [isRequired])

  async function start(signedIn: SignedIn, currentPassword: string | undefined = PASSWORD) {
    const options = await startAdding(portal.deps, signedIn, { currentPassword })
    if ('ok' in options) throw new Error(options.code)
    return options
  }

  async function add(signedIn: SignedIn, authenticator: Authenticator, password?: string) {
    const created = authenticator.create(await start(signedIn, password))
    return addPasskey(portal.deps, signedIn, input(created), { userAgent: FIREFOX })
  }

  async function options() {
    const started = await startPasskeySignIn(portal.deps, undefined, stranger())
    if ('ok' in started) throw new Error('busy')
    return started
  }

  const signIn = async (authenticator: Authenticator, forged?: Forged) =>
    signInWithPasskey(portal.deps, input(authenticator.use(await options(), forged)), stranger())

  const confirm = async (signedIn: SignedIn, authenticator: Authenticator) =>
    confirmWithPasskey(
      portal.deps,
      signedIn,
      input(authenticator.use(await startConfirming(portal.deps, signedIn))),
    )

  const removeFrom = async (owner: SignedIn, by = owner) => {
    const [{ id = '' } = {}] = (await listPasskeys(portal.deps, owner)).passkeys
    return removePasskey(portal.deps, by, { id, currentPassword: PASSWORD })
  }

  const names = async (signedIn: SignedIn) =>
    (await listPasskeys(portal.deps, signedIn)).passkeys.map(({ name }) => name)

  test('adds one, names it by the browser and emails the member', async () => {
    expect(await add(member, device)).toEqual({ ok: true })
    expect(await names(member)).toEqual(['Firefox on macOS'])
    expect(await portal.mailsTo(LEILANI)).toContain('passkey_added')
  })

  test('signs in, and says so when it was last used', async () => {
    await add(member, device)
    expect(await signIn(device)).toMatchObject({ ok: true, cookies: { session: { name: 'session' } } })
    const { passkeys } = await listPasskeys(portal.deps, member)
    expect(passkeys[0]?.lastUsedAt).toBeInstanceOf(Date)
  })

  test.each([
    ['pending', 'account_pending'],
    ['denied', 'account_denied'],
  ])('tells a member who is %s what the password would tell', async (status, code) => {
    await add(member, device)
    await portal.decide(LEILANI, status)
    expect(await signIn(device)).toEqual({ ok: false, code })
  })

  test.each<[string, Forged]>([...FORGED, ['a copied counter', { counter: 1 }]])(
    'refuses a sign-in of %s',
    async (_, forged) => {
      await add(member, device)
      await signIn(device)
      expect(await signIn(device, forged)).toEqual(REFUSED)
    },
  )

  test.each(FORGED)('refuses to add one of %s', async (_, forged) => {
    const created = device.create(await start(member), forged)
    expect(await addPasskey(portal.deps, member, input(created), { userAgent: null })).toEqual(REFUSED)
    expect(await names(member)).toEqual([])
  })

  test('lets one of two responses to a challenge through', async () => {
    await add(member, device)
    const challenge = await options()
    const responses = [device.use(challenge), device.use(challenge)]
    const results = await Promise.all(
      responses.map((response) => signInWithPasskey(portal.deps, input(response), stranger())),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('refuses a challenge after five minutes', async () => {
    await add(member, device)
    const response = input(device.use(await options()))
    await portal.query(`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`)
    expect(await signInWithPasskey(portal.deps, response, stranger())).toEqual(GONE)
  })

  test('deletes challenges that have expired', async () => {
    await options()
    await portal.query(`update passkey_challenges set expires_at = now()`)
    await options()
    expect(await portal.query('select from passkey_challenges')).toHaveLength(1)
  })

  test('refuses the challenge of another purpose', async () => {
    await add(member, device)
    const { challenge } = await options()
    const response = input(device.use({ challenge } as Parameters<Authenticator['use']>[0]))
    expect(await confirmWithPasskey(portal.deps, member, response)).toEqual(GONE)
  })

  test('refuses another member’s passkey as proof', async () => {
    const kai = await portal.member(KAI)
    await add(member, device)
    expect(await confirm(kai, device)).toEqual(REFUSED)
    const { isUsed } = await listPasskeys(portal.deps, kai)
    expect(isUsed).toBe(false)
  })

  test('gives unknown and removed passkeys the same refusal', async () => {
    await add(member, device)
    await removeFrom(member)
    expect(await signIn(device)).toEqual(REFUSED)
    expect(await signIn(newDevice())).toEqual(REFUSED)
  })

  test('emails the member about a removal and signs out what a passkey had signed in', async () => {
    await add(member, device)
    const other = await signIn(device)
    if (!other.ok) throw new Error(other.code)
    await removeFrom(member)
    expect(await portal.mailsTo(LEILANI)).toContain('passkey_removed')
    expect(await portal.deps.sessions.find(other.cookies.session.value)).toBeNull()
    expect(await portal.deps.sessions.find(member.token)).not.toBeNull()
  })

  test('removes none of another member’s', async () => {
    const kai = await portal.member(KAI)
    await add(member, device)
    await removeFrom(member, kai)
    expect(await names(member)).toHaveLength(1)
  })

  test('refuses an eleventh, also of several added at once', async () => {
    for (let n = 0; n < 8; n += 1) await add(member, newDevice())
    const created = await Promise.all(
      [1, 2, 3, 4].map(async () => input(newDevice().create(await start(member)))),
    )
    const results = await Promise.all(
      created.map((response) => addPasskey(portal.deps, member, response, { userAgent: null })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    expect(results.filter(({ ok }) => !ok)[0]).toEqual({ ok: false, code: 'passkeys_full' })
  })

  test('refuses one that another account has', async () => {
    const kai = await portal.member(KAI)
    await add(member, device)
    expect(await add(kai, device)).toEqual({ ok: false, code: 'passkey_exists' })
  })

  test('needs the password, or a passkey of the last five minutes', async () => {
    expect(await startAdding(portal.deps, member, {})).toMatchObject({ code: 'password_missing' })
    expect(await startAdding(portal.deps, member, { currentPassword: 'wrong' })).toMatchObject({
      code: 'current_password_wrong',
    })
    await add(member, device)
    expect(await startAdding(portal.deps, member, {})).toHaveProperty('challenge')
    await portal.query(`update sessions set passkey_at = passkey_at - interval '5 minutes'`)
    expect(await startAdding(portal.deps, member, {})).toMatchObject({ code: 'password_missing' })
    expect(await confirm(member, device)).toEqual({ ok: true })
    expect(await startAdding(portal.deps, member, {})).toHaveProperty('challenge')
  })

  test('stands for the password of a new password', async () => {
    await add(member, device)
    const form = { newPassword: 'another good one' }
    expect(await changePassword(portal.deps, member, form, { userAgent: null })).toMatchObject({ ok: true })
    expect(await portal.signIn(LEILANI, 'another good one')).toMatchObject({ ok: true })
  })

  test('counts failures as wrong passwords', async () => {
    await add(member, device)
    await signIn(device)
    for (let n = 0; n < 5; n += 1) await signIn(device, { counter: 1 })
    expect(await portal.signIn(LEILANI)).toMatchObject({ code: 'too_many_attempts' })
  })

  test('signs in a room of 300 at once', async () => {
    const created = device.create(await start(member), { counter: 0 })
    await addPasskey(portal.deps, member, input(created), { userAgent: null })
    const room = Array.from({ length: 300 }, () => signIn(device, { counter: 0 }))
    expect((await Promise.all(room)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('is offered until there is one, or it was declined', async () => {
    expect(await portal.signIn(LEILANI)).toMatchObject({ offersPasskey: true })
    await portal.query('update users set passkey_declined_at = now()')
    expect(await portal.signIn(LEILANI)).toMatchObject({ offersPasskey: false })
    await portal.query('update users set passkey_declined_at = null')
    await add(member, device)
    expect(await portal.signIn(LEILANI)).toMatchObject({ offersPasskey: false })
  })

  test('is listed in the account’s history', async () => {
    await add(member, device)
    await portal.query(`select * from remove_passkeys(array[$1], 'Noelani')`, [LEILANI])
    const history = await portal.query(
      `select to_status, actor, reason from account_history where to_status like 'passkey%' order by id`,
    )
    expect(history).toEqual([
      { to_status: 'passkey_added', actor: LEILANI, reason: 'Firefox on macOS' },
      { to_status: 'passkey_removed', actor: 'Noelani', reason: 'Firefox on macOS' },
    ])
  })

  test('is removed where a change of the address is taken back', async () => {
    await add(member, device)
    await portal.query(`select create_email_token('restore_email', $1, '7 days', 'old@example.org')`, [
      member.member.id,
    ])
    const [{ hash } = { hash: '' }] = await portal.query<{ hash: string }>(
      `select token_hash as hash from email_tokens where purpose = 'restore_email'`,
    )
    const restore = `select restore_email_and_passkeys($1, '$argon2id$', '1 hour') as state`
    expect(await portal.query(restore, [hash])).toEqual([{ state: 'done' }])
    expect(await portal.query('select from passkeys')).toEqual([])
  })

  const approveKai = async (admin: SignedIn) => {
    const [{ id = '' } = {}] = await portal.query<{ id: string }>('select id from users where email = $1', [
      KAI,
    ])
    const people = [{ id, status: 'pending' as const }]
    return actOnPeople(portal.deps, admin, {
      action: 'approve_unconfirmed',
      people,
      reason: '',
      currentPassword: undefined,
    })
  }

  test('is needed for an administrator’s act, and not for looking', async () => {
    const admin = await portal.admin('noelani@example.org')
    await portal.signUp(KAI)
    await requirePasskeys(true)
    expect(await countPeople(portal.deps, admin)).toMatchObject({ pending: 1 })
    await expect(approveKai(admin)).rejects.toMatchObject({ code: 'LA002' })
    expect(await countPeople(portal.deps, admin)).toMatchObject({ pending: 1 })
    await add(admin, device)
    expect(await approveKai(admin)).toMatchObject([{ outcome: 'done' }])
  })

  test('is asked for once per session', async () => {
    const admin = await portal.admin('noelani@example.org')
    await add(admin, device)
    await requirePasskeys(true)
    const byPassword = await portal.signedIn('noelani@example.org')
    await portal.signUp(KAI)
    await expect(approveKai(byPassword)).rejects.toMatchObject({ code: 'LA002' })
    await confirm(byPassword, device)
    await portal.query(`update sessions set passkey_at = passkey_at - interval '1 day'`)
    expect(await approveKai(byPassword)).toMatchObject([{ outcome: 'done' }])
  })

  test('is not replaced by a password where one is needed', async () => {
    const admin = await portal.admin('noelani@example.org')
    await add(admin, device)
    await requirePasskeys(true)
    const thief = await portal.signedIn('noelani@example.org')
    const [{ id = '' } = {}] = (await listPasskeys(portal.deps, thief)).passkeys
    expect(await startAdding(portal.deps, thief, { currentPassword: PASSWORD })).toEqual(NEEDED)
    expect(await removePasskey(portal.deps, thief, { id, currentPassword: PASSWORD })).toEqual(NEEDED)
    await confirm(thief, device)
    expect(await removePasskey(portal.deps, thief, { id })).toEqual({ ok: false, code: 'last_passkey' })
  })

  test('can be removed and added again for the only administrator', async () => {
    const admin = await portal.admin('noelani@example.org')
    await add(admin, device)
    await requirePasskeys(true)
    await portal.query(`select * from remove_passkeys(array['noelani@example.org'])`)
    expect(await portal.deps.sessions.find(admin.token)).toBeNull()
    const signedIn = await portal.signedIn('noelani@example.org')
    expect(await add(signedIn, newDevice())).toEqual({ ok: true })
    await portal.signUp(KAI)
    expect(await approveKai(signedIn)).toMatchObject([{ outcome: 'done' }])
  })
})

function input(response: unknown): PasskeyInput {
  return PasskeyInput.parse({ response })
}
