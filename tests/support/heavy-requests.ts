import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmailChangeForm, ProfileForm, SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX, UPLOAD_ACTION } from '#src/shared/paths.ts'
import { query } from './query.ts'
import { signedInMember } from './signed-in-member.ts'
import { startTestStack } from './test-stack.ts'

/** What the host takes of a body. */
const HOST_BODY_BYTES = 6 * 1024 * 1024

/** Just below what the host reads of a request line and headers. */
const HEAD_BYTES = 15_300

const ANSWER_WITHIN_MS = 10_000

/** What was begun by a request and is not waited for, a mail for instance, belongs to the request. */
const AFTERMATH_MS = 5

/** One of each kind that a request can be for. */
export const endpoints: readonly Endpoint[] = [
  ...['/', '/auth', '/_astro/none'].map((path) => screen('a stranger', path)),
  ...['/', '/video-playlist/cohort-17.json'].map((path) => screen('a member', path)),
  { ...screen('a stranger', '/auth'), method: 'POST', bodyBytes: HOST_BODY_BYTES },
  action('a stranger', 'auth.signUp', Object.keys(SignUpForm.shape)),
  action('a stranger', 'auth.signIn', Object.keys(SignInForm.shape)),
  action('a stranger', 'account.uploadAvatar'),
  action('a member', 'account.uploadAvatar'),
  action('a member', 'account.updateProfile', Object.keys(ProfileForm.shape)),
  action('a member', 'account.requestEmailChange', Object.keys(EmailChangeForm.shape)),
  action('a member', 'progress.save', ['changes', 'token']),
]

function screen(who: Endpoint['who'], path: string): Endpoint {
  return { who, method: 'GET', path, bodyBytes: 0, fields: [] }
}

function action(who: Endpoint['who'], name: string, fields: readonly string[] = []): Endpoint {
  const path = ACTIONS_PREFIX + name
  const bodyBytes = path === UPLOAD_ACTION ? AVATAR_MAX_BYTES : ACTION_BODY_MAX_BYTES
  return { who, method: 'POST', path, bodyBytes, fields }
}

/** A header, and what fills it. */
const headers: readonly [header: string, unit: string][] = [
  ['Cookie', 'a=b; '],
  ['Cookie', '%2525'],
  ['Cookie', '__Host-session=a; '],
  ['If-None-Match', 'W/"a", '],
  ['Accept-Encoding', ';   q=0 '],
  ['X-Forwarded-For', '1.1.1.1, '],
  ['Range', '0-0,'],
  ['Content-Type', 'application/json;a=b;'],
  ['X', '1\r\nx: '],
]

/** What is put behind an endpoint's path, as often as there is room. */
const paths = [
  '/index.html',
  '/',
  '%2f',
  '/%2e%2e',
  '%252525252561',
  '%cc%81%cc%a3',
  '?a=b&',
  '?next=/',
] as const

const JSON_TYPE = 'application/json'
const BYTES_TYPE = 'application/octet-stream'
const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'

/** What a body says it is, and what fills it. */
const bodies: readonly [type: string, start: string, unit: string, end: string][] = [
  ['application/x-www-form-urlencoded', '', 'a=b&', ''],
  ['multipart/form-data; boundary=b', '', PART, ''],
  [JSON_TYPE, '', '[', ''],
  [JSON_TYPE, '', '{"a":', ''],
  [JSON_TYPE, '{', '"email":1,', '"a":1}'],
  [JSON_TYPE, '{"a":"', '\\u0000', '"}'],
  [JSON_TYPE, '{"a":', '1', '}'],
  [BYTES_TYPE, '', '\0', ''],
  [BYTES_TYPE, '', '\xff\xd8\xff\xe0', ''],
  [BYTES_TYPE, '\x89PNG\r\n\x1a\n', 'a', ''],
]

/** What fills the text in a field of an action: combining marks, a letter that becomes many, a family, dots. */
const texts = [' ', '\u0301\u0323', '\ufdfa', '\u{1F469}\u200D', 'a.', 'a@a.'] as const

/** Every way of asking this endpoint that a parser on the way has to read, as large as it takes. */
export function requestsTo({ path, bodyBytes, fields }: Endpoint): HeavyRequest[] {
  if (bodyBytes === 0) {
    return [
      ...headers.map(([header, unit]) => ({
        name: `${header}: ${unit}`,
        line: `${header}: ${filled(unit, HEAD_BYTES)}`,
      })),
      ...paths.map((unit) => ({ name: `${path}${unit}`, target: path + filled(unit, HEAD_BYTES) })),
    ]
  }
  return [
    ...bodies.map(([type, start, unit, end]) => {
      const body = start + filled(unit, bodyBytes - start.length - end.length) + end
      return withBody(`${type} ${start}${unit}`, type, () => Buffer.from(body, 'latin1'))
    }),
    ...fields.flatMap((field) =>
      texts.map((unit) =>
        withBody(`${field}: ${JSON.stringify(unit)}`, JSON_TYPE, (serial) => {
          const inputs = { ...inputsOf(fields, serial), [field]: filled(unit, bodyBytes - 400) }
          return Buffer.from(JSON.stringify(inputs))
        }),
      ),
    ),
    { name: 'byte by byte in chunks', line: 'Transfer-Encoding: chunked', body: () => CHUNKS },
  ]
}

const CHUNKS = Buffer.from(`${'1\r\na\r\n'.repeat(65_000)}0\r\n\r\n`)

/** What an action reads, as a person would give it. */
function inputsOf(fields: readonly string[], serial: number): Record<string, unknown> {
  const special: Record<string, unknown> = {
    email: `a${serial}@example.org`,
    newEmail: `b${serial}@example.org`,
    website: '',
    startedAt: 0,
  }
  return Object.fromEntries(fields.map((name) => [name, special[name] ?? 'aloha kakahiaka']))
}

function withBody(name: string, type: string, body: (serial: number) => Buffer): HeavyRequest {
  return { name, line: `Content-Type: ${type}`, body, hasLength: true }
}

/** As often as it fits. */
function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
}

/** The built portal, and what each request costs it. */
export async function startMeasuredPortal(): Promise<MeasuredPortal> {
  const portal = await startTestStack()
  const cookie = await signedInMember(portal, { email: 'member@example.org', status: 'approved' })
  const takeLongestMs = countBlocks()
  let serial = 0
  return {
    async measure({ who, method, path }, { target = path, line, body, hasLength }) {
      serial += 1
      const sent = body?.(serial) ?? Buffer.alloc(0)
      const lines = [
        `${method} ${target} HTTP/1.1`,
        `Host: ${new URL(portal.siteUrl).host}`,
        'Connection: close',
        `Origin: ${portal.siteUrl}`,
        `Cookie: ${who === 'a member' ? cookie : ''}`,
        ...(line ? [line] : []),
        ...(hasLength ? [`Content-Length: ${sent.length}`] : []),
      ]
      const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), sent])
      await query(portal, 'delete from rate_limits')
      takeLongestMs()
      const status = await send(Number(new URL(portal.siteUrl).port), bytes)
      await sleep(AFTERMATH_MS)
      return { status, blockMs: takeLongestMs() }
    },
    stop: () => portal.close(),
  }
}

/** Counts the processor's time of this thread alone, so that a busy machine changes nothing. */
function countBlocks(): () => number {
  let [last, longest] = [process.threadCpuUsage(), 0]
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longest = Math.max(longest, user + system)
  }
  setInterval(look, 1).unref()
  return () => {
    look()
    const ms = longest / 1000
    longest = 0
    return ms
  }
}

/** Sends one request and waits for the end of its answer. */
function send(port: number, bytes: Buffer): Promise<Cost['status']> {
  const socket = connect({ host: '127.0.0.1', port, timeout: ANSWER_WITHIN_MS })
  let received = ''
  let isHanging = false
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  // A portal that has heard enough closes while it is still being written to.
  socket.on('error', () => undefined)
  socket.on('timeout', () => {
    isHanging = true
    socket.destroy()
  })
  socket.write(bytes)
  return new Promise((resolve) => {
    socket.once('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]
      resolve(isHanging ? 'hangs' : status ? Number(status) : null)
    })
  })
}

export interface Endpoint {
  who: 'a stranger' | 'a member'
  method: 'GET' | 'POST'
  path: string
  /** The most that is read of a body here; 0 for a request without one. */
  bodyBytes: number
  /** What an action reads of its input, by name. */
  fields: readonly string[]
}

interface HeavyRequest {
  name: string
  target?: string
  line?: string
  /** @param serial another number for each request. */
  body?: (serial: number) => Buffer
  hasLength?: boolean
}

export interface MeasuredPortal {
  measure: (endpoint: Endpoint, request: HeavyRequest) => Promise<Cost>
  stop: () => Promise<void>
}

interface Cost {
  /** null when the connection was closed without an answer. */
  status: number | 'hangs' | null
  /** The longest processor time for which the portal's main thread worked at one thing. */
  blockMs: number
}
