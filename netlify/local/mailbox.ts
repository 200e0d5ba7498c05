import { isIP } from 'node:net'
import { serve, type ServerRequest } from 'srvx'
import type { Html } from './mailbox/html.ts'
import { memoryMessageStore, openMessageStore, type MessageStore } from './mailbox/message-store.ts'
import { listPage, messagePage, notFoundPage } from './mailbox/pages.ts'
import { acceptBatch, acceptOne, searchSent, type Answer } from './mailbox/postmark.ts'
import { styleSource } from './mailbox/styles.ts'
import { countCalls, drop, type Misbehaviour, type Trouble } from './mailbox/trouble.ts'
import { listen } from './listen.ts'

/** Postmark's own limit for one message, attachments included. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Stands in for Postmark: takes mail as its API does, keeps every message as a file, and shows them on a page. */
export async function startMailbox({ directory, host, port, trouble }: MailboxOptions): Promise<Mailbox> {
  const store = directory === null ? memoryMessageStore() : await openMessageStore(directory)
  const misbehave = watchFor(trouble)
  const server = serve({
    hostname: host,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: async (request) => {
      try {
        return (await misbehave(request, store)) ?? (await answer(store, request))
      } catch (error) {
        console.error('The mailbox failed:', error)
        return Response.json({ ErrorCode: 100, Message: 'The mailbox failed.' }, { status: 500 })
      }
    },
  })
  const taken = await listen(server, { host, port, purpose: 'the mailbox' })
  return { port: taken, store, close: () => server.close(true) }
}

/** The failure that a test has planned for this call; null when there is none. */
function watchFor(trouble: Trouble | undefined) {
  const count = countCalls()
  return async (request: ServerRequest, store: MessageStore): Promise<Response | null> => {
    if (!trouble || !request.headers.has('x-postmark-server-token')) return null
    const { pathname, searchParams } = new URL(request.url)
    const to = searchParams.get('recipient') ?? (await recipientOf(request))
    const misbehaviour = trouble(count(pathname, to))
    return misbehaviour ? misbehaveAs(misbehaviour, request, store) : null
  }
}

async function misbehaveAs(misbehaviour: Misbehaviour, request: ServerRequest, store: MessageStore) {
  switch (misbehaviour.is) {
    case 'refusing':
      return toResponse(misbehaviour.answer, misbehaviour.headers)
    case 'hanging':
      return new Promise<never>(() => undefined)
    case 'dropping':
      await answer(store, request)
      return drop(request)
  }
}

async function recipientOf(request: Request): Promise<string> {
  const { To } = (await request.clone().json()) as { To: string }
  return To
}

async function answer(store: MessageStore, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (!isThisMachine(url.hostname)) return new Response('Misdirected request.\n', { status: 421 })
  if (request.method === 'POST') return answerSender(store, request, url.pathname)
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 })

  const token = request.headers.get('x-postmark-server-token')
  if (token && url.pathname === '/server') return Response.json({ ID: 1, Name: 'Mailbox' })
  if (token && url.pathname === '/messages/outbound') {
    return Response.json(await searchSent(store, url.searchParams))
  }

  const [, folder, id, part] = url.pathname.split('/')
  if (url.pathname === '/') return show(listPage(await store.list()))
  const message = folder === 'messages' && id ? await store.find(id) : null
  if (!message) return show(notFoundPage(), 404)
  if (part === undefined) return show(messagePage(message))
  return part === 'body' && message.HtmlBody ? showBody(message.HtmlBody) : show(notFoundPage(), 404)
}

async function answerSender(store: MessageStore, request: Request, path: string): Promise<Response> {
  const token = request.headers.get('x-postmark-server-token')
  if (path === '/email') return toResponse(await acceptOne(store, token, await request.text()))
  if (path === '/email/batch') return toResponse(await acceptBatch(store, token, await request.text()))
  return new Response(null, { status: 404 })
}

function toResponse({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** Mail holds links that sign people in: a foreign host name that points here must not read it. */
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

function show(page: Html, status = 200): Response {
  const policy = `default-src 'none'; style-src ${styleSource}; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new Response(page.text, { status, headers: headers(policy) })
}

function showBody(body: string): Response {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"
  return new Response(`<base target="_blank">${body}`, { headers: headers(policy) })
}

function headers(policy: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

export interface MailboxOptions {
  /** null keeps nothing when it is closed. */
  directory: string | null
  host: string
  port: number
  /** How a test makes it fail; absent, it never does. */
  trouble?: Trouble
}

export interface Mailbox {
  port: number
  /** What was accepted. */
  store: MessageStore
  close(): Promise<void>
}
