import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, cookieHeader, cookieOf, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { phonePhoto } from '../support/pictures.ts'
import { query } from '../support/query.ts'

const PASSWORD = 'aloha kakahiaka'
const EMAIL = 'leilani@example.org'
const TARGET = 'target@example.net'

const actions = await useBuiltActions()
let leilani: Headers
let kai: Headers
beforeEach(async () => {
  leilani = await signedIn(actions, { email: EMAIL, password: PASSWORD })
  kai = await signedIn(actions, { email: 'kai@example.org', password: PASSWORD })
  await query(actions.database, 'delete from rate_limits')
})

describe('mail that members cause', () => {
  test('forty times a deletion: twelve mails, and from then on when to try again', async () => {
    const answers = []
    for (let n = 0; n < 40; n++) {
      answers.push(await actions.call('account.requestDeletion', { password: PASSWORD }, leilani))
    }
    expect(statusesOf(answers)).toEqual({ 200: 12, 429: 28 })
    const refused = answers.at(-1)
    expect(refused?.error).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Too many attempts\. Please try again in \d\d minutes\.$/) as string,
    })
    expect(Number(refused?.retryAfter)).toBeGreaterThan(3000)
    expect(await mailsTo(EMAIL, 'deletion_requested')).toBe(12)
  })

  test('twenty new passwords: twelve mails, and the password is the one the last of them tells of', async () => {
    const answers = []
    let session = leilani
    let password = PASSWORD
    for (let n = 0; n < 20; n++) {
      const form = { currentPassword: password, newPassword: `password number ${n}` }
      const answer = await actions.call('account.changePassword', form, session)
      answers.push(answer)
      if (answer.status !== 200) continue
      password = form.newPassword
      session = cookieHeader({ '__Host-session': cookieOf(answer, '__Host-session') })
    }
    expect(statusesOf(answers)).toEqual({ 200: 12, 429: 8 })
    expect(await mailsTo(EMAIL, 'password_changed')).toBe(12)
    expect((await actions.call('auth.signIn', { email: EMAIL, password })).status).toBe(200)
  })

  test('two members, ten changes each to one address: three mails, and the answers do not tell', async () => {
    const form = { currentPassword: PASSWORD, newEmail: TARGET }
    const answers: Answer[] = []
    for (const member of [leilani, kai]) {
      for (let n = 0; n < 10; n++)
        answers.push(await actions.call('account.requestEmailChange', form, member))
    }
    const byMember = { 200: 5, 429: 5 }
    expect([statusesOf(answers.slice(0, 10)), statusesOf(answers.slice(10))]).toEqual([byMember, byMember])
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body)).size).toBe(1)
    expect(await mailsTo(TARGET, 'change_email')).toBe(3)
  })
})

test('fifty pictures of one member at once keep no other member’s from being taken', async () => {
  const picture = await phonePhoto(1200, 900)
  // Sessions that were never seen wait in turn; these two have been.
  for (const member of [leilani, kai]) await actions.call('account.readProfile', {}, member)
  const flood = Array.from({ length: 50 }, () => upload(picture, leilani))
  const other = await upload(picture, kai)
  const answers = await Promise.all(flood)
  expect(other.status).toBe(200)
  expect(Object.keys(statusesOf(answers))).toEqual(['200', '429'])
  for (const { retryAfter } of answers.filter(({ status }) => status === 429)) {
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
})

function upload(picture: Uint8Array, headers: Headers): Promise<Answer> {
  return actions.send('account.uploadAvatar', new Uint8Array(picture), headers)
}

/** How many answers have each status. */
function statusesOf(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Written to be sent; an address is kept with it only until then. */
async function mailsTo(email: string, kind: string): Promise<number> {
  const sql = `select count(*)::int as n from outbox where payload ->> 'to' = $1 and kind = $2`
  const [row] = await query<{ n: number }>(actions.database, sql, [email, kind])
  return row?.n ?? NaN
}

type Headers = Record<string, string>
