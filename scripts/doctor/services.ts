import { validateHeaderValue } from 'node:http'
import type { Models } from 'postmark'
import { BOUNCES_PATH } from '../../src/shared/paths.ts'
import type { SiteSettings } from './settings.ts'
import { check, fail, ok, readingCheck, skip, warn, type Check, type Finding } from './check.ts'

const TIMEOUT_MS = 8000
const POSTMARK_API = 'https://api.postmarkapp.com'
const STREAMS = [
  ['outbound', 'Transactional'],
  ['broadcast', 'Broadcasts'],
] as const
const NEW_SERVER =
  'create a new server in Postmark, which comes with both streams, and set POSTMARK_SERVER_TOKEN to its token'
const NOT_POSTMARK = fail('answered 200, but not as Postmark does', 'leave POSTMARK_API_URL empty')
const OUR_LINKS = 'ask Postmark’s support to let you manage unsubscribes of the stream "broadcast" yourself'

/** Checks email and webhook with the site's settings. Sends no email. `/healthz` reads Netlify Blobs. */
export const serviceChecks: readonly Check<Pick<SiteSettings, 'env' | 'secrets'>>[] = [
  check(
    'email',
    'set POSTMARK_SERVER_TOKEN to the token of your Postmark server (its page API Tokens), not of your account; status.postmarkapp.com shows outages',
    async ({ env, secrets }) => {
      if (!env.POSTMARK_SERVER_TOKEN)
        return skipSecret('POSTMARK_SERVER_TOKEN', secrets) ?? fail('POSTMARK_SERVER_TOKEN is not set')
      const [server, streams] = await Promise.all([
        askPostmark(env, '/server'),
        askPostmark(env, '/message-streams'),
      ])
      const { status } = server.ok ? streams : server
      if (status === 401 || status === 422) return fail('Postmark rejects the token')
      if (status !== 200) return warn(`Postmark answered ${status}`)
      const [settings, listed] = await Promise.all([
        readJson<{ DeliveryType?: string; Name?: string }>(server),
        readJson<{ MessageStreams?: MessageStream[] }>(streams),
      ])
      if (!settings || !listed) return NOT_POSTMARK
      if (settings.DeliveryType === 'Sandbox')
        return fail('the token is of a sandbox server, which delivers nothing')
      const { MessageStreams = [] } = listed
      for (const [id, type] of STREAMS) {
        const remedy = `in Postmark (Message Streams), restore the stream under Archived, or create one with the ID "${id}" of the type ${type}`
        const stream = MessageStreams.find(({ ID }) => ID === id)
        if (!stream) return fail(`there is no stream "${id}"`, remedy)
        const found = stream.MessageStreamType
        if (found !== type) return fail(`the stream "${id}" is of the type ${found}, not ${type}`, NEW_SERVER)
      }
      const broadcast = MessageStreams.find(({ ID }) => ID === 'broadcast')
      return broadcast?.SubscriptionManagementConfiguration?.UnsubscribeHandlingType === 'Postmark'
        ? warn(
            'Postmark replaces our links that end emails to members, who can’t switch them on again',
            OUR_LINKS,
          )
        : ok(`the server “${settings.Name ?? ''}” accepts the token`)
    },
  ),
  readingCheck('bounces', 'set up the webhook in docs/deploy.md, "Bounces"', async ({ env, secrets }) => {
    const answer = await askPostmark(env, '/webhooks')
    // Also the mailbox on one machine, from which no email bounces.
    if (!answer.ok) return skip(`not checked: answered ${answer.status}`)
    if (!env.BOUNCE_SECRET) return skipSecret('BOUNCE_SECRET', secrets) ?? warn('BOUNCE_SECRET is not set')
    const listed = await readJson<{ Webhooks?: Models.Webhook[] }>(answer)
    if (!listed) return NOT_POSTMARK
    const { Webhooks = [] } = listed
    const address = URL.parse(BOUNCES_PATH, env.SITE_URL)?.href
    const ours = Webhooks.filter(
      ({ Url, HttpAuth, Triggers }) =>
        Url === address &&
        HttpAuth?.Username === 'postmark' &&
        HttpAuth.Password === env.BOUNCE_SECRET &&
        EVENTS.every((event) => Triggers[event].Enabled),
    )
    const told = ours.map(({ MessageStream }) => MessageStream)
    const missing = ['outbound', 'broadcast'].filter((stream) => !told.includes(stream))
    return missing.length > 0
      ? warn(
          `Postmark doesn’t tell ${address} of all three events, with BOUNCE_SECRET as password, in: ${missing.join(', ')}`,
        )
      : ok('Postmark lists the webhooks')
  }),
]

const EVENTS = ['Bounce', 'SpamComplaint', 'SubscriptionChange'] as const

function skipSecret(name: string, secrets: readonly string[] = []): Finding | null {
  return secrets.includes(name)
    ? skip(`not checked: only the running portal knows ${name}, so set it for the doctor, too`)
    : null
}

async function askPostmark(env: SiteSettings['env'], path: string): Promise<Response> {
  const token = env.POSTMARK_SERVER_TOKEN?.trim() ?? ''
  // The error of fetch would quote the invalid header value.
  validateHeaderValue('x-postmark-server-token', token)
  return fetch(new URL(path, env.POSTMARK_API_URL || POSTMARK_API), {
    headers: { accept: 'application/json', 'x-postmark-server-token': token },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
}

/** null for another server's page. */
async function readJson<Answer>(response: Response): Promise<Answer | null> {
  return (await response.json().catch(() => null)) as Answer | null
}

/** https://postmarkapp.com/developer/api/message-streams-api */
interface MessageStream {
  ID: string
  MessageStreamType: string
  SubscriptionManagementConfiguration?: { UnsubscribeHandlingType: string }
}
