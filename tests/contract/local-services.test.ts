import { getDeployStore, getStore } from '@netlify/blobs'
import { neon, neonConfig } from '@neondatabase/serverless'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Models, ServerClient } from 'postmark'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
import { findPort, listen } from '../../netlify/local/listen.ts'
import { fillDeployStore } from '../../netlify/local/stack.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { readStackFile } from '../../db/stack-file.ts'
import { externalServer } from '../../netlify/local/postgres.ts'
import { startServices } from '../../netlify/local/services.ts'
import { emptyDeployStore, writeToDeployStore } from '../../tools/deploy-store.ts'
import { elements, parseHtml, textOf } from '../support/html.ts'
import { rawRequest } from '../support/raw-http.ts'
import { createDatabase, useDatabase } from '../support/test-databases.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lanai-services-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('the SQL endpoint', () => {
  const database = useDatabase()
  beforeAll(() => void (neonConfig.fetchEndpoint = database.httpUrl))
  const sql = () => neon(database.databaseUrl)

  test.each([
    ['text with every kind of letter', 'text', 'Kalākaua 王 🌺 "\' \\ </script>'],
    ['bytes', 'bytea', Buffer.from([0, 1, 255])],
    ['a moment', 'timestamptz', new Date('2026-02-03T04:05:06.789Z')],
    ['JSON', 'jsonb', { a: [1, { b: null }], c: 'é' }],
    ['an array of text', 'text[]', ['a', 'b,"c"', null]],
    ['a large number', 'bigint', '9007199254740993'],
    ['nothing', 'text', null],
  ])('returns %s unchanged', async (_name, type, value) => {
    const [row] = await sql().query(`select $1::${type} as value`, [value])
    expect(row?.value).toEqual(value)
  })

  test('lets the owner act as each role on a server without logins', async () => {
    const acting = neon(externalServer(database.databaseUrl).roleUrls.lanai_edge)
    expect(await acting`select current_user as role`).toEqual([{ role: 'lanai_edge' }])
    await expect(acting`select password_hash from users`).rejects.toThrow('permission denied')
    expect(await sql()`select password_hash from users`).toEqual([])
  })
})

test('commands know where people open the site', async () => {
  const services = await startServices({
    siteUrl: 'http://localhost:4399',
    dataFolder: directory,
    database: await createDatabase(),
    ports: { mailbox: 0, postgres: 0 },
  })
  expect(readStackFile({ LANAI_DATA: directory })?.env).toMatchObject({ SITE_URL: 'http://localhost:4399' })
  await services.close()
})

test.each(['127.0.0.1', '::1'])(
  'a port that another program uses at %s only counts as taken',
  async (host) => {
    const other = createServer().listen(0, host)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const wanted = { hostname: '127.0.0.1', port, purpose: 'the site' }
    const line = `Port ${port} for the site is already in use. Choose another with PORT.`
    await expect(findPort(wanted)).rejects.toThrow(line)
    await expect(listen({ ...wanted, fetch: () => new Response() })).rejects.toThrow(line)
    other.close()
  },
)

describe('the store of pictures', () => {
  let blobs: Blobs
  beforeEach(open)
  afterEach(() => blobs.close())

  test('keeps a picture byte for byte with its metadata over a restart', async () => {
    const bytes = new Uint8Array([0, 255, 137, 80, 78, 71])
    await getStore('avatars').set('member/one', bytes.buffer, { metadata: { type: 'image/png' } })
    await blobs.close()
    await open()
    const found = await getStore('avatars').getWithMetadata('member/one', { type: 'arrayBuffer' })
    expect(new Uint8Array(found.data)).toEqual(bytes)
    expect(found.metadata).toEqual({ type: 'image/png' })
    await getStore('avatars').delete('member/one')
    expect(await getStore('avatars').get('member/one')).toBeNull()
  })

  test('refuses a request without its token', async () => {
    await getStore('avatars').set('private', 'picture')
    const context = JSON.parse(Buffer.from(blobs.context, 'base64').toString()) as Record<string, string>
    expect((await fetch(`${context.edgeURL}/${context.siteID}/site:avatars/private`)).status).toBe(403)
  })

  test.each([
    ['refuses once', 1, 2, null],
    ['refuses for good', Infinity, 2, { status: 403 }],
    ['is silent', Infinity, 2, { message: expect.stringContaining('TimeoutError') as string }],
  ])('is retried once when it %s', async (mood, refusals, times, error) => {
    const real = globalThis.fetch
    const asked: unknown[] = []
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
      if (asked.push(call) > refusals) return real(...call)
      return mood === 'is silent'
        ? silence(call[1]?.signal ?? new AbortController().signal)
        : Promise.resolve(new Response(null, { status: 403 }))
    })
    const put = createAvatarStore(mood === 'is silent' ? 50 : undefined).put(
      'member/one',
      new Uint8Array([1]),
    )
    if (error) await expect(put).rejects.toMatchObject(error)
    else await put
    vi.unstubAllGlobals()
    expect(asked).toHaveLength(times)
    expect(await createAvatarStore().list()).toEqual(error ? [] : ['member/one'])
  })

  test('holds the files of the last build only', async () => {
    const metadata = { type: 'text/html' }
    for (const key of ['vault/gone.html', 'vault/folder/page.html']) {
      await emptyDeployStore(directory)
      await writeToDeployStore(directory, key, { bytes: Buffer.from(key), metadata })
      await fillDeployStore(directory)
    }
    const store = getDeployStore()
    const page = await store.getWithMetadata('vault/folder/page.html')
    expect(page).toMatchObject({ data: 'vault/folder/page.html', metadata })
    expect(await store.get('vault/gone.html')).toBeNull()
  })

  async function silence(signal: AbortSignal): Promise<never> {
    signal.throwIfAborted()
    await once(signal, 'abort')
    throw signal.reason as Error
  }

  async function open() {
    blobs = await startBlobs({ directory })
    process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  }
})

describe('the mailbox', () => {
  const mail = {
    From: 'Lanai <portal@example.com>',
    To: 'leilani@example.com',
    Subject: 'Aloha, Kalākaua 🌺 <b>',
    TextBody: 'Your account is approved.',
    HtmlBody: '<p>Your account is approved.</p><script>alert(1)</script>',
  }
  let mailbox: Mailbox
  let url: string
  beforeEach(async () => {
    mailbox = await startMailbox({ directory, port: 0 })
    url = `http://127.0.0.1:${mailbox.port}`
  })
  afterEach(() => mailbox.close())

  test('keeps a message as one JSON file over a restart', async () => {
    const answer = await send()
    const names = await readdir(directory)
    expect(names).toEqual([expect.stringMatching(new RegExp(`^\\d{4}-.*_${answer.MessageID}\\.json$`))])
    const stored: unknown = JSON.parse(await readFile(join(directory, names[0] ?? ''), 'utf8'))
    expect(stored).toMatchObject(mail)
    const next = await startMailbox({ directory, port: 0 })
    expect(await next.store.list()).toEqual([stored])
    await next.close()
  })

  test('answers for each message of a batch', async () => {
    const results = await client().sendEmailBatch([
      message(),
      Object.assign(message(), { To: null }),
      message(),
    ])
    expect(results).toMatchObject([
      { ErrorCode: 0, Message: 'OK', To: 'leilani@example.com' },
      { ErrorCode: 300 },
      { ErrorCode: 0 },
    ])
    const stored = (await mailbox.store.list()).map(({ MessageID }) => MessageID)
    expect(stored).toEqual([results[2]?.MessageID, results[0]?.MessageID])
  })

  test('refuses a batch of more than 500 messages', async () => {
    const batch = Array.from({ length: 501 }, () => message())
    await expect(client().sendEmailBatch(batch)).rejects.toMatchObject({ statusCode: 422, code: 410 })
    expect(await mailbox.store.list()).toEqual([])
  })

  test('leaves a damaged message out and names it', async () => {
    const { MessageID } = await send()
    const damaged = { '1.json': '', '2.json': '{"From":"po', '3.json': 'null', '4.json': '{}' }
    for (const [name, text] of Object.entries(damaged)) await writeFile(join(directory, name), text)
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const next = await startMailbox({ directory, port: 0 })
    expect(log.mock.calls.flat().sort()).toEqual(
      Object.keys(damaged).map(
        (name) =>
          `The email in ${join(directory, name)} is damaged and left out. Copy the file from a backup, or delete it.`,
      ),
    )
    log.mockRestore()
    expect(await next.store.list()).toMatchObject([{ MessageID }])
    await next.close()
  })

  test('shows HTML in a sandbox without scripts', async () => {
    const { MessageID } = await send()
    const page = await openPage()
    const [frame] = elements(page, 'iframe')
    expect(frame?.attribs.sandbox).toBe('allow-popups allow-popups-to-escape-sandbox')
    expect(elements(page, 'script').map(textOf).join()).not.toContain('alert')
    const body = await fetch(`${url}/messages/${MessageID}`)
    expect(await body.text()).toContain(mail.HtmlBody)
    expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  test.each(['evil.example', '192.168.1.20', '0.0.0.0', 'localhost.evil.example'])(
    'refuses the foreign Host header %s',
    async (Host) => {
      expect((await rawRequest(url, '/', { headers: { Host } })).status).toBe(421)
    },
  )

  async function openPage() {
    return parseHtml(await (await fetch(url)).text())
  }

  function send() {
    return client().sendEmail(message())
  }

  function client() {
    const options = new Models.ClientOptions.Configuration(false, `127.0.0.1:${mailbox.port}`)
    return new ServerClient('token', options)
  }

  function message(changes: Partial<Models.Message> = {}): Models.Message {
    return Object.assign(new Models.Message(mail.From, mail.Subject), mail, changes)
  }
})
