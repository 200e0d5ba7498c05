import { InvalidEnvError, readDeliveryEnv, readEnv } from '../../src/server/env.ts'
import { fail, ok, skip, warn, type Check } from './check.ts'

/** The settings of a site; those of a portal on this machine may name this machine. */
export interface Settings {
  env: Readonly<Record<string, string | undefined>>
  isLocal: boolean
}

/** What the site's own code refuses, and what it would take and cannot be meant on the internet. Findings never show a value. */
export const settings: readonly Check<Settings>[] = [
  setting('SITE_URL', 'the address that people type, such as https://portal.your-school.org', judgeSite),
  setting('DATABASE_URL', 'Neon’s pooled connection string of the login portal_app', judgeDatabase),
  {
    ...setting('EDGE_DATABASE_URL', 'the same of the login portal_edge', judgeDatabase),
    check: (context) =>
      context.env.EDGE_DATABASE_URL
        ? judge(context, 'EDGE_DATABASE_URL', judgeDatabase)
        : warn('is not set: the gate uses DATABASE_URL and could read all that the site can'),
  },
  setting('DATABASE_HTTP_URL', 'nothing: Neon’s own address is known', judgeService),
  setting('POSTMARK_SERVER_TOKEN', 'the server token of your Postmark server', judgeToken),
  setting('POSTMARK_API_URL', 'nothing: Postmark’s own address is known', judgeService),
  setting('MAIL_FROM', 'a sender that Postmark knows, such as Lanai <portal@your-school.org>', (value) =>
    SAMPLE.test(value) ? 'is the sample of the documentation' : null,
  ),
  setting('ADMIN_EMAILS', 'addresses with commas between them, or nothing'),
  setting('ADMIN_NOTICES', 'each, hourly or daily'),
  setting('HEALTH_SECRET', 'at least 32 letters, or nothing'),
  setting('LOG_REQUESTS', 'all or errors'),
  setting('WEBHOOK_URL', 'an https address, or nothing', judgeService),
  setting('WEBHOOK_SECRET', 'at least 16 letters, where WEBHOOK_URL is set'),
  setting('WEBHOOK_ALLOW_LOOPBACK', 'nothing', () => 'is for one machine alone'),
]

function setting(name: string, value: string, rule?: Rule): Check<Settings> {
  return {
    name,
    check: (context) => judge(context, name, rule),
    remedy: `set it to ${value} (Netlify: Project configuration, Environment variables, scopes Builds and Functions)`,
  }
}

function judge({ env, isLocal }: Settings, name: string, rule: Rule = () => null) {
  const value = env[name]
  const why = refusal(env, name) ?? (value && !isLocal ? rule(value) : null)
  if (why) return fail(why)
  if (!value && isLocal) return skip('the portal that runs here does not say')
  return ok(value ? 'is set' : 'is not set, and may be left out')
}

/** The sentence that begins with the variable, as the site's own code ends it. */
function refusal(env: Settings['env'], name: string): string | undefined {
  return [readEnv, readDeliveryEnv]
    .flatMap((read) => {
      try {
        read(env)
        return []
      } catch (error) {
        if (error instanceof InvalidEnvError) return error.problems
        throw error
      }
    })
    .find(({ variable }) => variable === name)?.why
}

type Rule = (value: string) => string | null

/** The addresses that documents use and that belong to no person (RFC 2606). */
const SAMPLE = /(?:^|[@./])example\.(?:com|net|org)>?\/?$/

function judgeSite(value: string): string | null {
  const { protocol, hostname, pathname, search, port } = new URL(value)
  if (SAMPLE.test(hostname)) return 'is the sample of the documentation'
  if (isHere(hostname)) return 'is an address of this machine'
  if (protocol !== 'https:') return 'begins with http:, and browsers keep a session on https: alone'
  if (!hostname.includes('.')) return 'has no domain'
  if (pathname !== '/' || search) return 'has a path'
  return port ? 'has a port, and Netlify has none' : null
}

function judgeDatabase(value: string): string | null {
  const { hostname, username, password, pathname } = new URL(value)
  if (isHere(hostname)) return 'is a database of this machine, which Netlify cannot reach'
  if (!hostname.includes('.')) return 'has no host such as ep-….aws.neon.tech'
  if (!username) return 'names no login'
  if (!password || /^(?:\*+|password|…)$/i.test(decodeURIComponent(password))) return 'holds no password'
  return pathname.length < 2 ? 'names no database at its end' : null
}

function judgeToken(value: string): string | null {
  if (value === 'POSTMARK_API_TEST') return 'is the token for trying out, with which nothing is sent'
  return UUID.test(value) ? null : `has ${value.length} letters and is no server token`
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function judgeService(value: string): string | null {
  const { protocol, hostname } = new URL(value)
  if (isHere(hostname)) return 'is an address of this machine, which Netlify cannot reach'
  return protocol === 'https:' ? null : 'does not begin with https:'
}

function isHere(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}
