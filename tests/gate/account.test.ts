import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { cookieHeader, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { jpeg } from '../support/pictures.ts'
import { everyRow, query } from '../support/query.ts'

const PASSWORD = 'aloha kakahiaka'

const actions = await useBuiltActions()
/** Request headers of a browser that is signed in as Leilani, and of one whose session was made up. */
let leilani: Record<string, string>
const FORGED = cookieHeader({ '__Host-session': 'a'.repeat(64) })

beforeEach(async () => {
  leilani = await signIn('leilani@example.org')
})

test.each([
  ['auth.signUp', 'password', { email: 'kai@example.org' }],
  ['auth.resetPassword', 'password', { token: 'a'.repeat(64) }],
  ['account.changePassword', 'newPassword', { currentPassword: PASSWORD }],
])('%s refuses a common password at its field', async (action, field, others) => {
  const before = await everyRow(actions.database)
  const { status, body } = await actions.call(action, { ...others, [field]: 'Password1' }, leilani)
  expect({ status, body: JSON.parse(body) as object }).toMatchObject({
    status: 400,
    body: { type: 'AstroActionInputError', issues: [{ path: [field], message: 'password_common' }] },
  })
  expect(await everyRow(actions.database)).toBe(before)
})

test('the session decides whose account it is: ids, addresses and statuses in the body change no other member, and no status', async () => {
  const kai = await signIn('kai@example.org')
  const [victim] = await query<{ id: string }>(
    actions.database,
    `select id from users where email like 'leilani%'`,
  )
  const hostile = {
    fullName: 'Kai',
    id: victim?.id,
    userId: victim?.id,
    member_id: victim?.id,
    email: 'x@y.zz',
  }
  const before = await rowOf('leilani@example.org')
  await actions.call(
    'account.updateProfile',
    { ...hostile, approval_status: 'denied', avatar_url: 'javascript:1' },
    kai,
  )
  await actions.call('account.removeAvatar', hostile, kai)
  expect(await rowOf('leilani@example.org')).toEqual(before)
  expect(await rowOf('kai@example.org')).toMatchObject({
    full_name: 'Kai',
    approval_status: 'approved',
    avatar_url: null,
  })
})

test('a picture is shown to any approved member, cacheable for ever, and no byte of it to a stranger', async () => {
  const upload = await actions.send('account.uploadAvatar', new Uint8Array(await jpeg()), leilani)
  const avatarUrl = /"(\/avatars\/[^"]+)"/.exec(upload.body)?.[1] ?? ''
  const kai = await signIn('kai@example.org')
  const answer = await actions.ask(avatarUrl, kai)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, max-age=31536000, immutable',
    'content-disposition': 'inline; filename="avatar.webp"',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-type': 'image/webp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  const { format, width } = await sharp(await answer.arrayBuffer()).metadata()
  expect({ format, width }).toEqual({ format: 'webp', width: 512 })
  const refused = await actions.ask(avatarUrl, FORGED)
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
  expect(await refused.text()).toBe('')
})

function signIn(email: string): Promise<Record<string, string>> {
  return signedIn(actions, { email, password: PASSWORD, fullName: 'Leilani' })
}

async function rowOf(email: string): Promise<unknown> {
  const [row] = await query(actions.database, 'select * from members where email = $1', [email])
  return row
}
