import type { ServerMiddleware } from 'srvx'
import * as z from 'zod'
import { isOnThisMachine } from '../../../src/server/env.ts'
import { listen } from '../listen.ts'
import { Message, openMessageStore, type MessageStore, type StoredMessage } from './message-store.ts'

// Postmark's limit for a batch.
const MAX_BODY_BYTES = 50 * 1024 * 1024

const MAX_BATCH_MESSAGES = 500

// Longer than any client's, so that a connection never closes while a request is on its way.
const KEEP_ALIVE_MS = 75_000

/** A local Postmark: accepts emails through the same API, stores them as files and lists them on a page. */
export async function startMailbox(options: MailboxOptions) {
  const store = await openMessageStore(options.directory)
  const server = await listen({
    // Its emails contain links that sign people in.
    hostname: '127.0.0.1',
    port: options.port,
    purpose: 'the mailbox',
    maxRequestBodySize: MAX_BODY_BYTES,
    node: { keepAliveTimeout: KEEP_ALIVE_MS },
    middleware: options.middleware ?? [],
    fetch: (request) => answer(store, request),
  })
  return { port: server.port, store, close: () => server.close() }
}

async function answer(store: MessageStore, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  // Against DNS rebinding.
  if (!isOnThisMachine(request.url)) return new Response('Misdirected request.\n', { status: 421 })

  if (request.method === 'GET' && pathname === '/') return show(messagePage(await store.list()), PAGE_POLICY)
  const message = (await store.list()).find(({ MessageID }) => pathname === `/messages/${MessageID}`)
  if (message) return show(`<base target="_blank">${message.HtmlBody ?? ''}`, MAIL_POLICY)

  // Other sites can't send this header.
  if (!request.headers.has('x-postmark-server-token')) return new Response('No token.\n', { status: 401 })
  switch (`${request.method} ${pathname}`) {
    case 'POST /email': {
      const result = await accept(store, await request.json())
      return Response.json(result, { status: result.ErrorCode === 0 ? 200 : 422 })
    }
    case 'POST /email/batch': {
      const messages = z.array(z.unknown()).parse(await request.json())
      if (messages.length > MAX_BATCH_MESSAGES)
        return Response.json({ ErrorCode: 410, Message: 'Too many batch messages.' }, { status: 422 })
      const results: object[] = []
      for (const message of messages) results.push(await accept(store, message))
      return Response.json(results)
    }
    case 'GET /server':
      return Response.json({ ID: 1, Name: 'Mailbox' })
    case 'GET /message-streams':
      return Response.json({
        MessageStreams: [
          { ID: 'outbound', MessageStreamType: 'Transactional' },
          { ID: 'broadcast', MessageStreamType: 'Broadcasts' },
        ],
      })
    case 'POST /message-streams/broadcast/suppressions/delete':
      return Response.json({ Suppressions: [] })
    case 'GET /messages/outbound':
      return Response.json({ Messages: search(await store.list(), searchParams) })
    default:
      return new Response('Not found.\n', { status: 404 })
  }
}

async function accept(store: MessageStore, message: unknown) {
  const { data } = Message.safeParse(message)
  if (!data) return { ErrorCode: 300, Message: 'Invalid email request.' }
  const { To, SubmittedAt, MessageID } = await store.add(data)
  return { To, SubmittedAt, MessageID, ErrorCode: 0, Message: 'OK' }
}

function search(messages: StoredMessage[], filter: URLSearchParams): StoredMessage[] {
  const recipient = filter.get('recipient') ?? ''
  const stream = filter.get('messageStream') ?? 'outbound'
  return messages.filter(
    ({ To, MessageStream }) => To.split(', ').includes(recipient) && MessageStream === stream,
  )
}

function show(html: string, policy: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

function messagePage(messages: StoredMessage[]): string {
  const shown = messages.length === 1 ? '1 message' : `${messages.length} messages`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Mailbox</title>
<style>${css}</style>
<main>
<h1>Mailbox</h1>
<p>${shown}. Emails from the portal on this machine arrive here and are never sent. Reload to see new ones.</p>
${messages.map(entry).join('\n')}
</main>
</html>`
}

// The iframe's sandbox allows no scripts and no forms; links open in a new tab.
function entry(message: StoredMessage, index: number): string {
  const { MessageID, From, To, Subject, SubmittedAt, HtmlBody, TextBody } = message
  const frame = `<iframe title="The message as HTML" src="/messages/${MessageID}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return `<details id="${MessageID}"${index === 0 ? ' open' : ''}>
<summary><b>${escape(Subject ?? '(no subject)')}</b><span>${escape(To)}</span><time datetime="${SubmittedAt}">${SubmittedAt.slice(0, 19).replace('T', ' ')} UTC</time></summary>
<p>From ${escape(From)}</p>
${HtmlBody ? frame : ''}
${TextBody ? `<h2>Text</h2><pre>${escape(TextBody)}</pre>` : ''}
</details>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const css = `
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1rem; }
details { border-top: 1px solid #8886; }
summary { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.75rem 0; cursor: pointer; }
summary b { flex-basis: 100%; }
summary:hover b { text-decoration: underline; }
iframe { box-sizing: border-box; width: 100%; height: 58rem; border: 1px solid #8886; background: white; }
pre { padding: 1rem; border: 1px solid #8886; white-space: pre-wrap; }
`

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

interface MailboxOptions {
  directory: string | null
  port: number
  middleware?: ServerMiddleware[]
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>
