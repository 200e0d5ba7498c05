import { afterEach, describe, expect, test } from 'vitest'
import { classify, createPostmark } from '#src/server/vendors/postmark.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { mailTrouble, type Trouble } from '../support/mail-trouble.ts'

const mail = { to: 'kai@example.com', subject: 'Aloha', html: '<p>Aloha</p>', text: 'Aloha' }
const ID = '0b9c3a0e-6c1f-4a61-9d0e-3f1f4d1c2b3a'

let mailbox: Mailbox | undefined
afterEach(() => mailbox?.close())

describe('what an answer of Postmark’s means', () => {
  test.each([
    ['406: the recipient is inactive', { code: 406, status: 422 }, { is: 'refused' }],
    ['300: the recipient is no address', { code: 300, status: 422 }, { is: 'refused' }],
    [
      '300, about our own sender',
      { code: 300, status: 422, message: "Invalid 'From' address: 'x'." },
      { is: 'blocked', alarm: true },
    ],
    ['10: bad token', { code: 10, status: 401 }, { is: 'blocked', alarm: true }],
    ['401 without a code', { code: 0, status: 401 }, { is: 'blocked', alarm: true }],
    ['404: not the API', { code: 0, status: 404 }, { is: 'blocked', alarm: true }],
    ['400: the sender is unknown', { code: 400, status: 422 }, { is: 'blocked', alarm: true }],
    ['401: the sender is unconfirmed', { code: 401, status: 422 }, { is: 'blocked', alarm: true }],
    ['405: no credits left', { code: 405, status: 422 }, { is: 'blocked', alarm: true }],
    ['412: the account is pending', { code: 412, status: 422 }, { is: 'blocked', alarm: true }],
    ['413: the account may not send', { code: 413, status: 422 }, { is: 'blocked', alarm: true }],
    ['429: too many', { code: 429, status: 429 }, { is: 'blocked', alarm: false }],
    ['100: maintenance', { code: 100, status: 503 }, { is: 'failed' }],
    ['500', { code: 0, status: 500 }, { is: 'failed' }],
    ['403 of some gateway', { code: 0, status: 403 }, { is: 'failed' }],
    ['no answer', { code: 0, status: 0 }, { is: 'failed' }],
    ['a code nobody knows yet', { code: 999, status: 422 }, { is: 'failed' }],
  ] as const)('%s', (_, answer, outcome) => {
    expect(classify({ message: '', ...answer })).toMatchObject(outcome)
  })
})

describe('sending', () => {
  test('the mail carries the row’s id, nothing that tracks, and one recipient', async () => {
    const postmark = await open()
    expect(await postmark.send(mail, ID)).toMatchObject({ is: 'delivered' })
    const [message] = (await mailbox?.store.list()) ?? []
    expect(message).toMatchObject({
      From: 'Lanai <portal@example.com>',
      To: 'kai@example.com',
      TrackLinks: 'None',
      TrackOpens: false,
      MessageStream: 'outbound',
      Metadata: { outbox_id: ID },
      Headers: [{ Name: 'X-Entity-Ref-ID', Value: ID }],
    })
    expect(message).not.toHaveProperty('Cc')
    expect(message).not.toHaveProperty('Bcc')
  })

  test('Retry-After is passed on', async () => {
    const answer = { status: 429, body: { ErrorCode: 429, Message: 'Rate limit exceeded.' } }
    const postmark = await open(() => ({ is: 'refusing', answer, headers: { 'retry-after': '120' } }))
    expect(await postmark.send(mail, ID)).toEqual({
      is: 'blocked',
      reason: 'postmark_429',
      alarm: false,
      retryAfterMs: 120_000,
    })
  })

  test('a mail whose answer was lost is found again by its row, and only by its row', async () => {
    const postmark = await open(({ path }) => (path === '/email' ? { is: 'dropping' } : undefined))
    expect(await postmark.send(mail, ID)).toMatchObject({ is: 'failed' })
    expect(await postmark.find(mail, ID)).toMatchObject({ is: 'delivered' })
    expect(await postmark.find(mail, crypto.randomUUID())).toEqual({ is: 'unknown' })
  })

  test('a provider that never answers is given up after eight seconds', async () => {
    const postmark = await open(() => ({ is: 'hanging' }))
    const begun = performance.now()
    expect(await postmark.send(mail, ID)).toEqual({ is: 'failed', reason: 'postmark_unreachable' })
    expect(performance.now() - begun).toBeLessThan(12_000)
  }, 20_000)

  test('an answer that is not Postmark’s is no delivery', async () => {
    const answer = { status: 200, body: {} as never }
    const postmark = await open(() => ({ is: 'refusing', answer }))
    expect(await postmark.send(mail, ID)).toMatchObject({ is: 'failed' })
    expect(await postmark.find(mail, ID)).toMatchObject({ is: 'failed' })
  })

  test('nobody there is a failure, not an exception', async () => {
    const postmark = createPostmark({
      token: 't',
      apiUrl: 'http://127.0.0.1:1',
      from: 'Lanai <portal@example.com>',
    })
    expect(await postmark.send(mail, ID)).toEqual({ is: 'failed', reason: 'postmark_unreachable' })
  })
})

async function open(trouble?: Trouble) {
  const middleware = trouble ? [mailTrouble(trouble)] : []
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0, middleware })
  return createPostmark({
    token: 't',
    apiUrl: `http://127.0.0.1:${mailbox.port}`,
    from: 'Lanai <portal@example.com>',
  })
}
