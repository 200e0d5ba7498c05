import { InvalidEnvError, readDeliveryEnv, readEnv, type EnvProblem } from '../../src/server/env.ts'

/**
 * What is wrong with the settings of a site on the internet: first what its own code would refuse, then what it would take and
 * nobody means. A variable comes once, by its first problem; the sentences hold nothing of the values.
 */
export function judgeSettings(env: Settings): EnvProblem[] {
  const refused = [readEnv, readDeliveryEnv].flatMap((read) => problemsOf(() => read(env)))
  const isRefused = (variable: string) => refused.some((problem) => problem.variable === variable)
  const unmeant = Object.entries(rules).flatMap(([variable, judge]) => {
    const value = isRefused(variable) ? undefined : env[variable]
    const why = value ? judge(value) : null
    return why ? [{ variable, why }] : []
  })
  const byVariable = new Map([...unmeant, ...refused].map((problem) => [problem.variable, problem]))
  return [...byVariable.values()].sort((a, b) => a.variable.localeCompare(b.variable))
}

export type Settings = Record<string, string | undefined>

/** Who reads a setting. A build reads none, but is where a wrong one can still be stopped. */
export const readers: Readonly<Record<string, string>> = {
  SITE_URL: 'gate, functions',
  DATABASE_URL: 'gate, functions',
  EDGE_DATABASE_URL: 'gate',
  DATABASE_HTTP_URL: 'gate, functions',
  POSTMARK_SERVER_TOKEN: 'mail',
  POSTMARK_API_URL: 'mail',
  MAIL_FROM: 'mail',
  ADMIN_EMAILS: 'mail',
  ADMIN_NOTICES: 'mail',
  HEALTH_SECRET: 'gate',
  LOG_REQUESTS: 'gate',
  WEBHOOK_URL: 'webhook',
  WEBHOOK_SECRET: 'webhook',
  WEBHOOK_ALLOW_LOOPBACK: 'webhook',
}

function problemsOf(read: () => unknown): readonly EnvProblem[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof InvalidEnvError) return error.problems
    throw error
  }
}

const rules: Readonly<Record<string, (value: string) => string | null>> = {
  SITE_URL: judgeSite,
  DATABASE_URL: judgeDatabase,
  EDGE_DATABASE_URL: judgeDatabase,
  DATABASE_HTTP_URL: judgeService,
  POSTMARK_SERVER_TOKEN: judgeToken,
  POSTMARK_API_URL: judgeService,
  MAIL_FROM: (value) =>
    SAMPLE.test(value) ? 'is the sample of the documentation, from which nobody sends' : null,
  WEBHOOK_URL: judgeService,
  WEBHOOK_ALLOW_LOOPBACK: () => 'is for one machine alone: take it out',
}

/** The addresses that documents use and nobody owns (RFC 2606). */
const SAMPLE = /(?:^|[@./])example\.(?:com|net|org)>?\/?$/

function judgeSite(value: string): string | null {
  const { protocol, hostname, pathname, search, port } = new URL(value)
  if (SAMPLE.test(hostname)) return 'is the sample of the documentation, and not your address'
  if (isHere(hostname)) return 'is an address of this machine, not one that people can open'
  if (protocol !== 'https:') return 'begins with http:, and browsers keep a session on https: alone'
  if (!hostname.includes('.')) return 'has no domain, such as portal.your-school.org'
  if (pathname !== '/' || search)
    return 'has a path: only the address itself counts, such as https://portal.your-school.org'
  return port ? 'has a port, and Netlify has none' : null
}

function judgeDatabase(value: string): string | null {
  const { hostname, username, password, pathname } = new URL(value)
  if (isHere(hostname)) return 'is a database of this machine, which Netlify cannot reach'
  if (!hostname.includes('.')) return 'has no host such as ep-….aws.neon.tech'
  if (!username) return 'names no login'
  if (!password || /^(?:\*+|password|…)$/i.test(decodeURIComponent(password)))
    return 'holds no password: copy it with the password shown'
  return pathname.length < 2 ? 'names no database at its end' : null
}

function judgeToken(value: string): string | null {
  if (value === 'POSTMARK_API_TEST') return 'is the token for trying out, with which nothing is sent'
  if (UUID.test(value)) return null
  return `has ${value.length} letters and is no server token: those have 36, in five groups with hyphens`
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function judgeService(value: string): string | null {
  const { protocol, hostname } = new URL(value)
  if (isHere(hostname)) return 'is an address of this machine, which Netlify cannot reach: take it out'
  return protocol === 'https:' ? null : 'does not begin with https:'
}

function isHere(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}
