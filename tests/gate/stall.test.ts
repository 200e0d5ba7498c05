import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EmailChangeForm, ProfileForm, SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { exchange } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/** What another visitor may wait: processor time of the portal's main thread, so that a busy machine changes nothing. */
const LONGEST_BLOCK_MS = 250

/** Garbage collection may fall into any request; what a request itself costs, it costs each time. */
const ATTEMPTS = 3

/** What the host reads of a body, and just below what it reads of a request line and headers. */
const HOST_BODY_BYTES = 6 * 1024 * 1024
const HEAD_BYTES = 15_300

/** A header's beginning, and what fills it. */
const headers = [
  ...[' a=b;', ' %2525', ' session=a;'].map((unit) => ['Cookie:', unit] as const),
  ['If-None-Match:', ' W/"a",'],
  ['Accept-Encoding:', ' ;   q=0'],
  ['X-Forwarded-For:', ' 1.1.1.1,'],
  ['Range: ', '0-0,'],
  ['Content-Type: ', 'application/json;a=b;'],
  ['X: ', '1\r\nx: '],
] as const

/** What follows a path, as often as there is room. */
const paths = ['/index.html', '/', '%2f', '/%2e%2e', '%252525252561', '%cc%81%cc%a3', '?a=b&', '?next=/']

const JSON_TYPE = 'application/json'
const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
/** The type of a body, its beginning, what fills it, and its end. */
const bodies = [
  ['application/x-www-form-urlencoded', '', 'a=b&', ''],
  ['multipart/form-data; boundary=b', '', PART, ''],
  [JSON_TYPE, '', '[', ''],
  [JSON_TYPE, '', '{"a":', ''],
  [JSON_TYPE, '{', '"email":1,', '"a":1}'],
  [JSON_TYPE, '{"a":"', '\\u0000', '"}'],
  [JSON_TYPE, '{"a":', '1', '}'],
  ['application/octet-stream', '', '\0', ''],
  ['application/octet-stream', '', '\xff\xd8\xff\xe0', ''],
  ['application/octet-stream', '\x89PNG\r\n\x1a\n', 'a', ''],
] as const

/** What fills a field of an action: spaces, combining marks, a letter that becomes many, a family, dots. */
const texts = [' ', '\u0301\u0323', '\ufdfa', '\u{1F469}\u200D', 'a.', 'a@a.']

const endpoints: Endpoint[] = [
  ...['/', '/auth', '/_astro/none'].map((path) => ({ who: 'a stranger', path, requests: heads(path) })),
  ...['/', '/video-playlist/cohort-17.json'].map((path) => ({
    who: 'a member',
    path,
    requests: heads(path),
  })),
  { who: 'a stranger', path: '/auth', requests: withBodies(HOST_BODY_BYTES) },
  action('a stranger', 'auth.signUp', Object.keys(SignUpForm.shape)),
  action('a stranger', 'auth.signIn', Object.keys(SignInForm.shape)),
  action('a stranger', 'account.uploadAvatar', [], AVATAR_MAX_BYTES),
  action('a member', 'account.uploadAvatar', [], AVATAR_MAX_BYTES),
  action('a member', 'account.updateProfile', Object.keys(ProfileForm.shape)),
  action('a member', 'account.requestEmailChange', Object.keys(EmailChangeForm.shape)),
  action('a member', 'progress.save', ['changes', 'token']),
]

let portal: Stack
let cookie: string
beforeAll(async () => {
  portal = await startTestStack()
  cookie = await signedInMember(portal, { email: 'member@example.org', status: 'approved' })
})
afterAll(() => portal.close())

test.each(endpoints)(
  'no request of $who to $path keeps another visitor waiting',
  { timeout: 120_000 },
  async ({ who, path, requests }) => {
    const found: string[] = []
    for (const request of requests) {
      for (let attempt = 1; ; attempt++) {
        const { answer, blockMs } = await measure(who, path, request)
        if (blockMs <= LONGEST_BLOCK_MS && !/^hangs|^HTTP\/1\.1 5(?!03)/.test(answer)) break
        if (attempt < ATTEMPTS && answer !== 'hangs') continue
        found.push(`${request.name}: ${blockMs} ms, ${answer.slice(0, 20)}`)
        break
      }
    }
    expect(found).toEqual([])
  },
)

function heads(path: string): HeavyRequest[] {
  return [
    ...headers.map(([name, unit]) => ({ name: name + unit, header: name + filled(unit, HEAD_BYTES) })),
    ...paths.map((unit) => ({ name: path + unit, target: path + filled(unit, HEAD_BYTES) })),
  ]
}

function withBodies(bytes: number): HeavyRequest[] {
  const chunks = `${'1\r\na\r\n'.repeat(65_000)}0\r\n\r\n`
  return [
    ...bodies.map(([type, start, unit, end]) => {
      const body = start + filled(unit, bytes - start.length - end.length) + end
      return {
        name: `${type} ${start}${unit}`,
        header: `Content-Type: ${type}`,
        body: () => body,
      }
    }),
    { name: 'byte by byte in chunks', header: 'Transfer-Encoding: chunked', body: () => chunks },
  ]
}

function action(who: string, name: string, fields: string[], bytes = ACTION_BODY_MAX_BYTES): Endpoint {
  const filledIn = fields.flatMap((field) =>
    texts.map((unit) => ({
      name: `${field}: ${JSON.stringify(unit)}`,
      header: `Content-Type: ${JSON_TYPE}`,
      body: () => {
        const [email, newEmail] = [1, 2].map(() => `${crypto.randomUUID()}@example.org`)
        const plain = Object.fromEntries(fields.map((each) => [each, 'aloha kakahiaka']))
        const input = { ...plain, email, newEmail, website: '', startedAt: 0 }
        return Buffer.from(JSON.stringify({ ...input, [field]: filled(unit, bytes - 400) })).toString(
          'latin1',
        )
      },
    })),
  )
  return { who, path: ACTIONS_PREFIX + name, requests: [...withBodies(bytes), ...filledIn] }
}

function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
}

/** @returns the longest processor time for which the main thread worked at one thing; the answer is '' where the portal closed while it was written to. */
async function measure(who: string, path: string, { target = path, header, body }: HeavyRequest) {
  const sent = body?.() ?? ''
  const lines = [
    `${body ? 'POST' : 'GET'} ${target} HTTP/1.1`,
    `Host: ${new URL(portal.siteUrl).host}`,
    'Connection: close',
    `Origin: ${portal.siteUrl}`,
    `Cookie: ${who === 'a member' ? cookie : ''}`,
    ...(header ? [header] : []),
    ...(body && !header?.startsWith('Transfer-') ? [`Content-Length: ${sent.length}`] : []),
  ]
  await query(portal, 'delete from rate_limits')
  let [last, longest] = [process.threadCpuUsage(), 0]
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longest = Math.max(longest, user + system)
  }
  const timer = setInterval(look, 1)
  const answer = await exchange(portal.siteUrl, `${lines.join('\r\n')}\r\n\r\n${sent}`).catch(
    (error: unknown) => (String(error).includes('no answer') ? 'hangs' : ''),
  )
  // An email that a request sends off belongs to the request.
  await sleep(5)
  look()
  clearInterval(timer)
  return { answer, blockMs: longest / 1000 }
}

interface HeavyRequest {
  name: string
  target?: string
  header?: string
  body?: () => string
}

interface Endpoint {
  who: string
  path: string
  requests: HeavyRequest[]
}
