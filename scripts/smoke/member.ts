import pMap from 'p-map'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeViewer, type Reader } from '../../src/server/gate/page.ts'
import { DECIDE_PATH, EDIT_PATH, HOME_PATH } from '../../src/shared/paths.ts'
import { Viewer, VIEWER_ELEMENT_ID } from '../../src/shared/viewer.ts'
import { act, ask, type Answer } from './ask.ts'
import type { Build, ProtectedFile } from './build.ts'
import { Skipped, type Look } from './look.ts'
import { AT_ONCE, LOOK_AT_LOG } from './stranger.ts'

/** Members whom an administrator has named see these, and to others they are missing. */
const FOR_NAMED = [EDIT_PATH, DECIDE_PATH]

/** Who the session's cookie belongs to, as the pages of the site say it. @throws Error when no page does. */
export async function findVisitor(site: URL, cookie: string): Promise<Visitor> {
  const [home, ...named] = await Promise.all(
    [HOME_PATH, ...FOR_NAMED].map((path) => ask(site, path, { headers: { cookie } })),
  )
  const missing = FOR_NAMED.filter((_, n) => named[n]?.status === 404)
  const block = new RegExp(`<script type="application/json" id="${VIEWER_ELEMENT_ID}">(.*?)</script>`)
  const json = home?.status === 200 ? block.exec(home.body.toString())?.[1] : undefined
  if (json === undefined) throw new Error(`home answered ${home?.status ?? 0}, and names no member`)
  return { ...Viewer.parse(JSON.parse(json)), isEditor: !missing.includes(EDIT_PATH), missing }
}

/**
 * Every protected file as this member gets it, against the build at hand: the gate's own words for the member are written into
 * the built file, and then each byte has to be the same.
 */
export function lookAtPages(site: URL, cookie: string, build: Build, visitor: Visitor): Look[] {
  const files = build.files.filter(({ path }) => !visitor.missing.includes(path))
  const judgeAll = (judge: (file: ProtectedFile, answer: Answer) => string | null) => async () => {
    const judged = await answers()
    const wrong = judged.flatMap(({ file, answer }) => judge(file, answer) ?? [])
    if (wrong.length === 0) return null
    return `${wrong.length} of ${files.length} do not: ${wrong.slice(0, 3).join(', ')}`
  }
  const answers = once(() =>
    pMap(files, async (file) => ({ file, answer: await ask(site, file.path, { headers: { cookie } }) }), {
      concurrency: AT_ONCE,
    }),
  )
  return [
    {
      what: `all ${files.length} protected files are the build's, byte by byte`,
      problem: judgeAll(({ path, file }, { status, body }) => {
        if (status !== 200) return `${path} answered ${status}`
        const expected = file.type === 'text/html' ? writeViewer(file, visitor) : file.bytes
        return body.equals(expected) ? null : `${path} at byte ${firstDifference(body, expected)}`
      }),
      cure: 'build the commit that is deployed (git checkout, npm ci, npm run build) and try again; then look into the page',
    },
    {
      what: 'no cache keeps them for others',
      problem: judgeAll(({ path }, { header }) => {
        const rule = header('cache-control')
        return rule === 'private, no-cache' ? null : `${path} says "${rule ?? 'nothing'}"`
      }),
      cure: 'take the site down: a member’s page may be kept by a cache; look at headers set in Netlify',
    },
  ]
}

/** Leaves the member without a picture, as before. */
export function lookAtPicture(site: URL, cookie: string, { avatarUrl }: Visitor): Look[] {
  const headers = { cookie }
  let path: string | null = null
  const shown = async () => (await findVisitor(site, cookie)).avatarUrl
  return [
    {
      what: 'a picture is taken',
      async problem() {
        if (avatarUrl)
          throw new Skipped('this member has a picture, which would be lost: take the cookie of one without')
        const sent = { headers: { ...headers, 'content-type': 'application/octet-stream' }, body: PICTURE }
        const { status } = await act(site, 'account.uploadAvatar', sent)
        path = status === 200 ? await shown() : null
        return path ? null : `answered ${status}`
      },
      cure: `${LOOK_AT_LOG}; Netlify Blobs`,
    },
    {
      what: 'it is shown to members and to nobody else',
      async problem() {
        if (!path) throw new Skipped('there is none')
        const [own, strangers] = await Promise.all([ask(site, path, { headers }), ask(site, path)])
        if (strangers.status === 200) return 'a stranger is shown it'
        return own.status === 200 && own.header('content-type') === 'image/webp'
          ? null
          : `answered ${own.status}`
      },
      cure: LOOK_AT_LOG,
    },
    {
      what: 'it is removed',
      async problem() {
        if (avatarUrl) throw new Skipped('there is none of ours')
        const { status } = await act(site, 'account.removeAvatar', { headers })
        if (status !== 200) return `answered ${status}`
        if (await shown()) return 'pages show it still'
        return path && (await ask(site, path, { headers })).status === 200 ? 'it still has its address' : null
      },
      cure: 'remove it under Account, by hand; then look at the log',
    },
  ]
}

/** The member is mailed a link for a new password, which opens nothing until it is used and ends within the hour. */
export function lookAtMail(site: URL, { email }: Reader, postmark: Postmark | null): Look {
  return {
    what: 'a mail is delivered',
    async problem() {
      const asked = Date.now()
      const body = Buffer.from(JSON.stringify({ email }))
      const { status } = await act(site, 'auth.requestPasswordReset', {
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (status !== 200) return `asking for it answered ${status}`
      if (!postmark)
        throw new Skipped(
          'asked for; look into the member’s mailbox (POSTMARK_SERVER_TOKEN would ask Postmark)',
        )
      while (Date.now() - asked < postmark.patienceMs) {
        if (await wasSent(postmark, email, asked)) return null
        await sleep(postmark.patienceMs / 30)
      }
      return `Postmark has none after ${postmark.patienceMs / 1000} s`
    },
    cure: 'npm run admin -- outbox says why; then the log of the function deliver-outbox',
  }
}

export interface Postmark {
  api: string
  token: string
  patienceMs: number
}

/** Clocks differ a little. */
const CLOCKS_DIFFER_MS = 5_000

async function wasSent({ api, token }: Postmark, email: string, since: number): Promise<boolean> {
  const query = new URLSearchParams({ recipient: email, count: '5', offset: '0' })
  const answer = await fetch(new URL(`/messages/outbound?${query.toString()}`, api), {
    headers: { accept: 'application/json', 'x-postmark-server-token': token },
    signal: AbortSignal.timeout(8_000),
  })
  if (!answer.ok) throw new Error(`Postmark answered ${answer.status}`)
  const { Messages } = (await answer.json()) as { Messages: { ReceivedAt: string }[] }
  return Messages.some(({ ReceivedAt }) => Date.parse(ReceivedAt) > since - CLOCKS_DIFFER_MS)
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at < 0 ? Math.min(one.length, other.length) : at
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined
  return () => (done ??= work())
}

/** One grey point as PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

export interface Visitor extends Reader {
  /** What of the build they are not shown. */
  missing: readonly string[]
}
