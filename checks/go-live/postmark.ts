import { z } from 'zod'
import { askApi, tryLater, type Api, type Reply } from './api.ts'
import type { Site } from './netlify.ts'
import { rowsOf, type Row } from './row.ts'

const { ok, fail, todo, waits, waiting } = rowsOf('Postmark')

/** What the mails are sent by: src/server/vendors/postmark.ts names the same. */
const STREAM = 'outbound'
const SENDER = ['sender', 'DKIM', 'return path']
const OF_SERVER = ['message stream', 'bounces']

/** What Postmark says of the server the site sends by, and of the address it sends from. */
export async function askPostmark(
  api: Omit<Api, 'headers'>,
  env: NodeJS.ProcessEnv,
  site: Site | null,
): Promise<Row[]> {
  if (!site) return waiting(['server token', ...OF_SERVER, ...SENDER], 'Netlify')
  const from = site.settings.production.get('MAIL_FROM')
  const [server, sender] = await Promise.all([
    askAboutServer(api, site, env.POSTMARK_SERVER_TOKEN),
    askAboutSender(api, env.POSTMARK_ACCOUNT_TOKEN, from?.value ?? env.MAIL_FROM, from?.value === null),
  ])
  return [...server, ...sender]
}

async function askAboutServer(
  api: Omit<Api, 'headers'>,
  site: Site,
  ours: string | undefined,
): Promise<Row[]> {
  const setting = site.settings.production.get('POSTMARK_SERVER_TOKEN')
  const token = setting?.value ?? ours
  if (!setting) return waiting(['server token', ...OF_SERVER], 'settings')
  if (!token) {
    const cure = 'export POSTMARK_SERVER_TOKEN here as well: Netlify keeps it secret'
    return [todo('server token', 'not to be read from Netlify', cure), ...waiting(OF_SERVER, 'server token')]
  }
  const authorized = { ...api, headers: { 'x-postmark-server-token': token } }
  const server = await askApi(authorized, 'server', Server)
  if (!server.ok) {
    const cure =
      'copy the server token (Postmark: Servers, API Tokens) into POSTMARK_SERVER_TOKEN of the site, and deploy again'
    return [problemOf('server token', server, cure), ...waiting(OF_SERVER, 'server token')]
  }
  const [streams, stats] = await Promise.all([
    askApi(authorized, 'message-streams', Streams),
    askApi(authorized, 'deliverystats', Stats),
  ])
  return [rowOfServer(server.data), rowOfStream(streams), rowOfBounces(stats)]
}

function rowOfServer({ Name, DeliveryType }: z.output<typeof Server>): Row {
  if (DeliveryType !== 'Sandbox') return ok('server token', `of the live server "${Name}"`)
  return fail(
    'server token',
    `of the sandbox "${Name}", which delivers to nobody`,
    'make a live server in Postmark, and take its token',
  )
}

function rowOfStream(streams: Reply<z.output<typeof Streams>>): Row {
  const what = 'message stream'
  if (!streams.ok) return problemOf(what, streams, 'take the token of a server')
  const stream = streams.data.MessageStreams.find(({ ID }) => ID === STREAM)
  if (stream && !stream.ArchivedAt && stream.MessageStreamType === 'Transactional')
    return ok(what, `"${STREAM}", transactional`)
  return fail(
    what,
    stream ? `"${STREAM}" is archived or not transactional` : `there is no "${STREAM}"`,
    `make a transactional stream with the ID ${STREAM} (Postmark: Message Streams)`,
  )
}

/** Who bounced is not written to again by Postmark, and the outbox gives such a mail up with postmark_406. */
function rowOfBounces(stats: Reply<z.output<typeof Stats>>): Row {
  if (!stats.ok) return problemOf('bounces', stats, 'take the token of a server')
  const bounced = stats.data.InactiveMails
  return ok(
    'bounces',
    `${bounced} addresses inactive; seen at Postmark (Activity) and by npm run admin -- outbox`,
  )
}

async function askAboutSender(
  api: Omit<Api, 'headers'>,
  token: string | undefined,
  from: string | undefined,
  isSecret: boolean,
): Promise<Row[]> {
  const address = /([^\s<>]+@([^\s<>]+?))>?$/.exec(from ?? '')
  if (!address) {
    if (!isSecret) return waiting(SENDER, 'settings')
    const cure = 'export MAIL_FROM here as well: Netlify keeps it secret'
    return [
      todo('sender', 'MAIL_FROM is not to be read from Netlify', cure),
      ...waiting(SENDER.slice(1), 'sender'),
    ]
  }
  const [, email = '', domain = ''] = address
  if (!token) {
    const cure = 'export POSTMARK_ACCOUNT_TOKEN (Postmark: Account, API Tokens) for as long as you ask'
    return [todo('sender', 'POSTMARK_ACCOUNT_TOKEN is not set', cure), ...waiting(SENDER.slice(1), 'sender')]
  }
  const authorized = { ...api, headers: { 'x-postmark-account-token': token } }
  const [domains, senders] = await Promise.all([
    askApi(authorized, 'domains?count=500&offset=0', Domains),
    askApi(authorized, 'senders?count=500&offset=0', Senders),
  ])
  const refusal = [domains, senders].find((reply) => !reply.ok)
  if (refusal) {
    const cure = 'copy the account token (Postmark: Account, API Tokens) into POSTMARK_ACCOUNT_TOKEN'
    return [problemOf('sender', refusal, cure), ...waiting(SENDER.slice(1), 'sender')]
  }
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const own = dataOf(domains)?.Domains.find(({ Name }) => isSame(Name, domain))
  const signature = dataOf(senders)?.SenderSignatures.find(({ EmailAddress }) => isSame(EmailAddress, email))
  return [rowOfSender(own, signature), ...rowsOfDomain(own, domain)]
}

function dataOf<Data>(reply: Reply<Data>): Data | null {
  return reply.ok ? reply.data : null
}

function rowOfSender(domain: Domain | undefined, signature: z.output<typeof Signature> | undefined): Row {
  if (domain?.DKIMVerified) return ok('sender', 'any address of the domain')
  if (signature?.Confirmed) return ok('sender', 'a confirmed signature')
  if (signature)
    return fail(
      'sender',
      'the signature is not confirmed',
      'press the link that Postmark has mailed to the sender’s address',
    )
  if (domain) return waits('sender', 'DKIM')
  return fail(
    'sender',
    'Postmark does not know the address in MAIL_FROM',
    'add its domain (Postmark: Sender Signatures, Add Domain)',
  )
}

function rowsOfDomain(domain: Domain | undefined, name: string): Row[] {
  const place = 'Postmark: Sender Signatures, DNS Settings'
  if (!domain) {
    const row = fail(
      'DKIM',
      `${name} is no domain of this account: mail goes to spam folders`,
      `add it (${place})`,
    )
    return [row, ...waiting(['return path'], 'DKIM')]
  }
  return [
    domain.DKIMVerified
      ? ok('DKIM', `of ${name}, verified`)
      : fail(
          'DKIM',
          `of ${name}, not verified: mail goes to spam folders`,
          `write the TXT record into the domain’s DNS and press Verify (${place})`,
        ),
    domain.ReturnPathDomainVerified
      ? ok('return path', `of ${name}, verified`)
      : fail(
          'return path',
          `of ${name}, not verified: DMARC has DKIM alone to go by`,
          `write the CNAME record into the domain’s DNS and press Verify (${place})`,
        ),
  ]
}

function problemOf(what: string, reply: Refusal, cure: string): Row {
  return fail(
    what,
    `Postmark ${reply.problem}`,
    reply.kind === 'away' ? tryLater('status.postmarkapp.com') : cure,
  )
}

type Refusal = Extract<Reply<unknown>, { ok: false }>

const Server = z.object({ Name: z.string(), DeliveryType: z.string().default('Live') })
const Streams = z.object({
  MessageStreams: z.array(
    z.object({ ID: z.string(), MessageStreamType: z.string(), ArchivedAt: z.string().nullish() }),
  ),
})
const Stats = z.object({ InactiveMails: z.number() })
const Domain = z.object({
  Name: z.string(),
  DKIMVerified: z.boolean(),
  ReturnPathDomainVerified: z.boolean(),
})
const Domains = z.object({ Domains: z.array(Domain) })
const Signature = z.object({ EmailAddress: z.string(), Confirmed: z.boolean() })
const Senders = z.object({ SenderSignatures: z.array(Signature) })

type Domain = z.output<typeof Domain>
