import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Postgres } from '../../netlify/local/postgres.ts'
import { useFolder } from '../support/folder.ts'
import { type RunningScript, runNpmScript } from '../support/npm-script.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { createDatabase } from '../support/test-databases.ts'

const KIB = 1024
const MEMBER = 'member@example.com'

/** In a process of its own, which a body can end. */
let portal: RunningScript
let siteUrl = ''
let database: Postgres
const folder = useFolder()
/** What a form tool and a member's page send, without a body. */
const senders: Record<string, { path: string; headers: Record<string, string> }> = {}
beforeAll(async () => {
  database = await createDatabase()
  const options = ['--port', '0', '--data', folder, '--database-url', database.url]
  portal = await runNpmScript('start', options, /Lanai is ready/)
  siteUrl = /Site +(\S+)/.exec(portal.output())?.[1] ?? ''
  const databaseUrl = database.url
  const cookie = await signedInMember({ databaseUrl, siteUrl }, { email: MEMBER, status: 'approved' })
  const [row] = await query<{ secret: string }>(
    { databaseUrl },
    `select create_webhook_endpoint('Tally', 'test') as secret`,
  )
  const json = { 'content-type': 'application/json' }
  senders['a form address'] = { path: `/submissions/${row?.secret ?? ''}/weekly-update`, headers: json }
  senders['an action'] = {
    path: '/_actions/account.updateProfile',
    headers: { ...json, origin: siteUrl, cookie },
  }
})
afterAll(async () => {
  await portal.end()
  await database.close()
})

describe.each([
  ['a form address', 256 * KIB],
  ['an action', 64 * KIB],
])('%s', (who, maxBytes) => {
  test.each([
    ['as long as it may be', [maxBytes], 200],
    ['a byte longer', [maxBytes + 1], 413],
    ['of 1 MB', Array<number>(16).fill(64 * KIB), 413],
    ['sent slowly', [10, 10, 100], 200],
  ])('answers a body that is %s', async (_, pieces, status) => {
    for (const isChunked of [true, false])
      for (let time = 0; time < 3; time++) {
        expect([isChunked, await send(who, pieces, isChunked)]).toEqual([isChunked, status])
        expect((await fetch(`${siteUrl}/robots.txt`)).status).toBe(200)
      }
  })

  test('survives bodies that are cut off', async () => {
    const before = portal.output().length
    for (const declared of [100, 200_000, 1_000_000])
      for (const sent of [0, 50, 64 * KIB, 600_000]) {
        await breakOff(who, declared, sent)
        expect((await fetch(`${siteUrl}/robots.txt`)).status).toBe(200)
      }
    // One line for each request at most, of what was answered.
    const logged = portal.output().slice(before).split('\n').filter(Boolean)
    expect(logged.filter((line) => !line.includes('"code":"request"'))).toEqual([])
  })
})

/** A body of the action and of a form tool, filled up to this size. */
function bodyOf(size: number): string {
  const body = (filling: string) => JSON.stringify({ email: MEMBER, fullName: 'Noa', filling })
  return body('x'.repeat(Math.max(0, size - body('').length)))
}

/**
 * @returns the status. A refusal closes the connection, and Node's client that is still writing then may throw its answer away:
 * such a request is sent again, up to three times.
 */
async function send(who: string, pieces: number[], isChunked: boolean): Promise<number | undefined> {
  for (let tries = 1; tries <= 3; tries++)
    try {
      return await sendOnce(who, pieces, isChunked)
    } catch (error) {
      if (!CLOSED.includes(String((error as NodeJS.ErrnoException).code))) throw error
    }
  return undefined
}

const CLOSED = ['EPIPE', 'ECONNRESET']

async function sendOnce(who: string, pieces: number[], isChunked: boolean): Promise<number | undefined> {
  const { path = '', headers } = senders[who] ?? {}
  const body = bodyOf(pieces.reduce((sum, piece) => sum + piece, 0))
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
  const sent = request(siteUrl + path, { method: 'POST', headers: { ...headers, ...length }, agent: false })
  const answered = once(sent, 'response') as Promise<[Parameters<typeof text>[0] & { statusCode?: number }]>
  // Its error is thrown where it is awaited, below.
  answered.catch(() => undefined)
  sent.on('error', () => undefined)
  let start = 0
  for (const piece of pieces) {
    sent.write(body.slice(start, (start += piece)))
    await sleep(5)
  }
  sent.end(body.slice(start))
  const [answer] = await answered
  await text(answer)
  return answer.statusCode
}

/** Declares a length, sends less, and leaves. */
async function breakOff(who: string, declared: number, sent: number): Promise<void> {
  const { path = '', headers = {} } = senders[who] ?? {}
  const { host, port } = new URL(siteUrl)
  const lines = Object.entries({ host, ...headers, 'content-length': declared }).map((line) =>
    line.join(': '),
  )
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    const head = `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    socket.write(head + bodyOf(declared).slice(0, sent), () => resolve())
  })
  socket.resetAndDestroy()
  if (!socket.closed) await once(socket, 'close')
}
