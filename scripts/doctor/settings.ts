import { findEnvProblems, isOnThisMachine } from '../../src/server/env.ts'
import { Email } from '../../src/shared/people/person.ts'
import { fail, ok, readingCheck, skip, warn, type Check } from './check.ts'

export interface SiteSettings {
  env: Readonly<Record<string, string | undefined>>
  /** Whether the portal runs on this machine, without Netlify. */
  isLocal: boolean
  isProduction?: boolean
  /** Names of what is set, but known to the running portal alone. */
  secrets?: readonly string[]
}

/** Fails what the site's code rejects, and what it accepts but can't be meant on the internet. Never shows a value. */
export const settingsChecks: readonly Check<SiteSettings>[] = [
  setting('SITE_URL', 'set it to the site’s URL, such as https://portal.your-school.org', checkSite),
  setting('DATABASE_URL', 'set it to Neon’s pooled connection string for portal_app', checkDatabase),
  setting('EDGE_DATABASE_URL', 'set it to the same for portal_edge', checkDatabase),
  setting('DATABASE_HTTP_URL', 'leave it empty: the driver knows Neon’s URL', checkService),
  setting('POSTMARK_SERVER_TOKEN', 'set it to the API token of your Postmark server', checkToken),
  setting('POSTMARK_API_URL', 'leave it empty: the site knows Postmark’s URL', checkService),
  setting('MAIL_FROM', 'set it to a verified sender, such as Lanai <portal@your-school.org>', checkSender),
  setting('ADMIN_EMAILS', 'set it to addresses separated by commas, or leave it empty'),
  setting('HEALTH_SECRET', 'set it to at least 32 characters, or leave it empty'),
  setting('BOUNCE_SECRET', 'set it to at least 32 characters, or leave it empty'),
  setting('LOG_REQUESTS', 'set it to all or errors'),
  setting('WEBHOOK_URL', 'set it to an https URL, or leave it empty', checkService),
  setting('WEBHOOK_SECRET', 'set it to at least 16 characters if WEBHOOK_URL is set'),
  setting('GITHUB_APP_ID', 'set it to the App ID at GitHub, or leave it and the key empty'),
  setting(
    'GITHUB_APP_PRIVATE_KEY',
    'set it to what the .pem file of the app contains, or leave it and the ID empty',
  ),
  setting('GITHUB_API_URL', 'leave it empty: the site knows GitHub’s URL', checkService),
  readingCheck(
    'separate secrets',
    'set each to a value of its own; BOUNCE_SECRET is also the password of the webhooks in Postmark',
    ({ env, secrets = [] }) => {
      if (secrets.length > 0) return skip('not checked: only the running portal knows them')
      const set = ['HEALTH_SECRET', 'BOUNCE_SECRET', 'WEBHOOK_SECRET'].filter((name) => env[name])
      const alike = Map.groupBy(set, (name) => env[name]?.trim())
      const same = [...alike.values()].find((names) => names.length > 1)
      return same ? warn(`${same.join(' and ')} are the same`) : ok('no secret has two purposes')
    },
  ),
]

function setting(name: string, remedy: string, rule?: Rule): Check<SiteSettings> {
  return readingCheck(name, '', ({ env, isLocal, isProduction, secrets }) => {
    if (secrets?.includes(name)) return ok('is set')
    const value = env[name]
    const isRuled = !isLocal || (isProduction && name === 'MAIL_FROM')
    const refusal = findEnvProblems(env).find(({ variable }) => variable === name)?.why
    const why = refusal ?? (value && (checkText(value) ?? (isRuled ? rule?.(value) : null)))
    if (why) return fail(why, `${remedy} (${isLocal ? ON_ONE_MACHINE : AT_NETLIFY})`)
    return ok(value ? 'is set' : 'is not set (optional)')
  })
}

const AT_NETLIFY = 'Netlify: Project configuration > Environment variables, scopes Builds and Functions'
const ON_ONE_MACHINE = 'in .env; then start the portal again'

type Rule = (value: string) => string | null

function checkText(value: string): string | null {
  return value === value.trim() ? null : 'has a space or a line break around it'
}

// Domains reserved for examples (RFC 2606).
const SAMPLE = /(?:^|[@./])example\.(?:com|net|org)>?\/?$/

function checkSite(value: string): string | null {
  const { hostname, pathname, search, port } = new URL(value)
  if (SAMPLE.test(hostname)) return 'is the example from the documentation'
  if (isOnThisMachine(value)) return 'points to this machine'
  if (hostname.endsWith('.')) return 'ends with a dot'
  if (hostname.includes('*')) return 'has a * in place of a name'
  if (!/\.[a-z][\w-]+$/i.test(hostname)) return 'has no domain name'
  if (pathname !== '/' || search) return 'has a path'
  if (hostname.endsWith('.netlify.app') && hostname.includes('--'))
    return 'is the address of one deploy alone'
  return port ? 'has a port, but Netlify sites don’t' : null
}

function checkDatabase(value: string): string | null {
  const { hostname, username, password, pathname } = new URL(value)
  if (isOnThisMachine(value)) return 'points to this machine, which Netlify can’t reach'
  if (!hostname.includes('.')) return 'has no host such as ep-….aws.neon.tech'
  if (!username) return 'has no user name'
  if (!password || /^(?:\*+|password|%E2%80%A6)$/i.test(password)) return 'has no password'
  if (/%(?![\da-f]{2})/i.test(password)) return 'has a % in the password: write it as %25'
  if (pathname.length < 2) return 'has no database name'
  return DIRECT_HOST.test(hostname) ? 'is not pooled: its host has no -pooler' : null
}

// https://neon.com/docs/connect/connection-pooling
const DIRECT_HOST = /^ep-(?![^.]*-pooler\.).*\.neon\.tech$/

function checkSender(value: string): string | null {
  if (SAMPLE.test(value)) return 'is the example from the documentation'
  const address = /<(.*)>$/.exec(value)?.[1] ?? value
  if (/\p{Cf}/u.test(address)) return 'has an invisible character in its address'
  if (!Email.safeParse(address).success) return 'has an invalid address'
  return MAILBOX_PROVIDER.test(value) ? 'is at a mailbox provider, for which Postmark sends nothing' : null
}

// Postmark sends from private domains alone (https://postmarkapp.com/developer/user-guide/managing-your-account/managing-sender-signatures).
const MAILBOX_PROVIDER = /@(?:gmail|googlemail|outlook|hotmail|yahoo|icloud|aol)\.[a-z.]+>?$/i

function checkToken(value: string): string | null {
  if (value === 'POSTMARK_API_TEST') return 'is Postmark’s test token, which sends nothing'
  return UUID.test(value) ? null : `has ${value.length} characters and is not a server token`
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function checkService(value: string): string | null {
  if (isOnThisMachine(value)) return 'points to this machine, which Netlify can’t reach'
  return URL.parse(value)?.protocol === 'https:' ? null : 'does not start with https:'
}
