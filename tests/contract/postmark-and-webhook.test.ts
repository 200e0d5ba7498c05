import { createHmac } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { Errors } from 'postmark'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { classify, createPostmark } from '#src/server/vendors/postmark.ts'
import { createWebhook } from '#src/server/vendors/webhook.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { failingMailbox, type Failures } from '../support/failing-mailbox.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

describe('Postmark', () => {
  const mail = {
    to: 'kai@example.com',
    subject: 'Aloha',
    html: '<p>Aloha</p>',
    text: 'Aloha',
    unsubscribeUrl: null,
  }
  const ID = '0b9c3a0e-6c1f-4a61-9d0e-3f1f4d1c2b3a'
  const BY_A_PROGRAM = [
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    { Name: 'X-Auto-Response-Suppress', Value: 'All' },
  ]
  let mailbox: Mailbox
  afterEach(() => mailbox.close())

  test('is sent an automatic email without tracking', async () => {
    const postmark = await open()
    expect(await postmark.send(mail, ID)).toMatchObject({ is: 'delivered' })
    const [message] = await mailbox.store.list()
    expect(message).toMatchObject({
      From: 'Lanai <portal@example.com>',
      To: 'kai@example.com',
      ReplyTo: 'team@example.com',
      TrackLinks: 'None',
      TrackOpens: false,
      MessageStream: 'outbound',
      Metadata: { outbox_id: ID },
      Headers: [{ Name: 'X-Entity-Ref-ID', Value: ID }, ...BY_A_PROGRAM],
    })
    for (const name of ['Cc', 'Bcc']) expect(message).not.toHaveProperty(name)
  })

  const broadcast = { ...mail, unsubscribeUrl: 'https://portal.example.org/unsubscribe?token=x' }

  test('is sent the unsubscribe headers of RFC 8058 with a broadcast', async () => {
    const postmark = await open()
    await postmark.send(broadcast, ID)
    expect((await mailbox.store.list())[0]).toMatchObject({
      MessageStream: 'broadcast',
      Headers: [
        { Name: 'X-Entity-Ref-ID', Value: ID },
        ...BY_A_PROGRAM,
        { Name: 'List-Unsubscribe', Value: `<${broadcast.unsubscribeUrl}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ],
    })
  })

  test('finds a broadcast in the broadcast stream only', async () => {
    const postmark = await open()
    await postmark.send(broadcast, ID)
    expect(await postmark.find(broadcast, ID)).toMatchObject({ is: 'delivered' })
    expect(await postmark.find(mail, ID)).toEqual({ is: 'unknown' })
  })

  test('finds an email whose response was lost, by its outbox id only', async () => {
    const postmark = await open(({ path }) => (path === '/email' ? { is: 'dropping' } : undefined))
    expect(await postmark.send(mail, ID)).toMatchObject({ is: 'unavailable' })
    expect(await postmark.find(mail, ID)).toMatchObject({ is: 'delivered' })
    expect(await postmark.find(mail, crypto.randomUUID())).toEqual({ is: 'unknown' })
  })

  test.each([
    [{ Status: 'Deleted' }, { is: 'delivered', providerMessageId: 'broadcast' }],
    [
      { Status: 'Failed', Message: 'You do not have the required authority.' },
      { is: 'refused', reason: 'postmark_406' },
    ],
  ])('answers the reactivation of an address with %j', async (entry, outcome) => {
    const body = { Suppressions: [{ EmailAddress: mail.to, ...entry }] }
    const postmark = await open(({ path }) =>
      path === '/message-streams/broadcast/suppressions/delete'
        ? { is: 'refusing', answer: { status: 200, body } }
        : undefined,
    )
    expect(await postmark.reactivate(mail.to)).toEqual(outcome)
  })

  test('is given up after eight seconds of silence', async () => {
    const postmark = await open(() => ({ is: 'hanging' }))
    const waits = hurry()
    expect(await postmark.send(mail, ID)).toEqual({ is: 'unavailable', reason: 'postmark_unreachable' })
    expect(waits()).toEqual([8000])
  })

  async function open(failures?: Failures) {
    const middleware = failures ? [failingMailbox(failures)] : []
    mailbox = await startMailbox({ directory: null, port: 0, middleware })
    const apiUrl = `http://127.0.0.1:${mailbox.port}`
    return createPostmark({
      token: 't',
      apiUrl,
      from: 'Lanai <portal@example.com>',
      replyTo: 'team@example.com',
    })
  }
})

const alarm = { is: 'blocked', alarm: true } as const
test.each([
  ['406: the recipient is inactive', 406, 422, { is: 'refused' }],
  ['300: the recipient is no address', 300, 422, { is: 'refused' }],
  ['10: bad token', 10, 401, alarm],
  ['404: not the API', 0, 404, alarm],
  ['400: the sender is unknown', 400, 422, alarm],
  ['405: no credits left', 405, 422, alarm],
  ['413: the account may not send', 413, 422, alarm],
  ['429: too many', 429, 429, { is: 'blocked', alarm: false }],
  ['100: maintenance', 100, 503, { is: 'unavailable' }],
  ['500', 0, 500, { is: 'unavailable' }],
  ['no answer', 0, 0, { is: 'unavailable' }],
  ['an unknown code', 999, 422, { is: 'failed' }],
  ["Invalid 'From' address: 'x'.", 300, 422, alarm],
])('a response of Postmark’s is classified: %s', (message, code, status, outcome) => {
  expect(classify(new Errors.PostmarkError(message, code, status))).toMatchObject(outcome)
})

describe('the webhook', () => {
  const SECRET = 'a secret of sixteen letters'
  const NOW = Date.UTC(2026, 0, 1)
  const EVENT = { userId: '1', email: 'kai@example.com', fullName: 'Keoni ʻŌhiʻa' }
  let server: TestServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  test('is sent the event as signed JSON', async () => {
    const received = Promise.withResolvers<{ request: IncomingMessage; body: string }>()
    const url = await listen((request, response) => {
      void text(request).then((body) => {
        received.resolve({ request, body })
        response.writeHead(202).end()
      })
    })
    expect(await post(url)).toEqual({ is: 'delivered', providerMessageId: 'http_202' })

    const { request, body } = await received.promise
    expect(JSON.parse(body)).toEqual(EVENT)
    expect(request).toMatchObject({ method: 'POST', url: '/hook?x=1' })
    const timestamp = String(NOW / 1000)
    const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-lanai-event-id': 'row-1',
      'x-lanai-timestamp': timestamp,
      'x-lanai-signature': `sha256=${signature}`,
    })
  })

  test('follows no redirect', async () => {
    let calls = 0
    const url = await listen((_request, response) => {
      calls += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await post(url)).toEqual({ is: 'failed', reason: 'webhook_http_302' })
    expect(calls).toBe(1)
  })

  test('is given up after five seconds of silence', async () => {
    const url = await listen(() => undefined)
    const waits = hurry()
    expect(await post(url)).toEqual({ is: 'failed', reason: 'webhook_unreachable' })
    expect(waits()).toEqual([5000])
  })

  test('can’t hold the connection open with an endless response', async () => {
    const cut = Promise.withResolvers<null>()
    const url = await listen((_request, response) => {
      response.once('close', () => {
        cut.resolve(null)
      })
      response.writeHead(200).write('on and on')
    })
    expect(await post(url)).toEqual({ is: 'delivered', providerMessageId: 'http_200' })
    await cut.promise
  })

  function post(url: string) {
    return createWebhook({ url, secret: SECRET, clock: () => NOW }).post(EVENT, 'row-1')
  }

  async function listen(answer: RequestListener): Promise<string> {
    server = await startTestServer(answer)
    return `${server.url}/hook?x=1`
  }
})

/** Lets time-outs pass ten times as fast. @returns what gives time its pace back, and tells how long each was to be. */
function hurry(): () => number[] {
  const wait = AbortSignal.timeout.bind(AbortSignal)
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => wait(ms / 10))
  return () => {
    const waits = asked.mock.calls.map(([ms]) => ms)
    asked.mockRestore()
    return waits
  }
}
