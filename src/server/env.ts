import * as z from 'zod/mini'

const POSTGRES = {
  protocol: /^postgres(ql)?$/,
  error:
    'is not a connection string (postgres://…; in a password, write # as %23, / as %2F, ? as %3F, % as %25)',
}
const HTTP = { protocol: /^https?$/, error: 'is not a URL (https://…)' }

const SECRET = 'is not 32 or more plain letters, digits and signs'
const HTTPS = 'is not a URL such as https://portal.example.org (http is for localhost only)'
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

// With plain http, others could read cookies and sign-ups on the way.
const HttpsUrl = z.union(
  [z.url({ protocol: /^https$/ }), z.url({ protocol: /^http$/, hostname: THIS_MACHINE })],
  HTTPS,
)

export const SiteUrl = z.pipe(
  HttpsUrl,
  z.transform((url: string) => new URL(url).origin),
)

/** Whether a URL leads to this machine, and to no other. */
export function isOnThisMachine(url: string): boolean {
  return THIS_MACHINE.test(URL.parse(url)?.hostname ?? '')
}

// Environment variables of the gate and the actions; `.env.example` explains each. Errors list all invalid variables at once,
// never their values.
const EnvSchema = z.object({
  SITE_URL: SiteUrl,
  DATABASE_URL: z.url(POSTGRES),
  EDGE_DATABASE_URL: z.url(POSTGRES),
  DATABASE_HTTP_URL: z.optional(z.url(HTTP)),
  HEALTH_SECRET: z.optional(z.string().check(z.regex(/^\s*[ -~]{32,}\s*$/, SECRET))),
  BOUNCE_SECRET: z.optional(z.string().check(z.regex(/^\s*[ -~]{32,}\s*$/, SECRET))),
  LOG_REQUESTS: z.optional(z.enum(['all', 'errors'], 'must be all or errors')),
})

export type Env = z.output<typeof EnvSchema>

/** @throws InvalidEnvError with every missing or invalid variable. */
export function readEnv(source: Source): Env {
  return parse(EnvSchema, source)
}

const DeliveryEnvSchema = z
  .object({
    SITE_URL: EnvSchema.shape.SITE_URL,
    POSTMARK_SERVER_TOKEN: z.string(),
    POSTMARK_API_URL: z.optional(z.url(HTTP)),
    MAIL_FROM: z
      .string()
      .check(
        z.regex(
          /^(?:[^\s@<>]+@[^\s@<>]+|(?:"[^"\r\n]+"|[^"\r\n<>,;:@]+) <[^\s@<>]+@[^\s@<>]+>)$/,
          'is not a sender such as Lanai <portal@example.org>',
        ),
      ),
    ADMIN_EMAILS: z.optional(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string) => text.split(/[\s,;]+/).filter(Boolean)),
          z
            .array(z.email('contains an invalid email address'))
            .check(z.minLength(1, 'is empty'), z.maxLength(50, 'has more than 50 addresses')),
        ),
      ),
    ),
    WEBHOOK_URL: z.optional(
      HttpsUrl.check(z.refine((url) => !URL.parse(url)?.username, 'has a user name, which is never sent')),
    ),
    WEBHOOK_SECRET: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 characters'))),
  })
  .check(
    z.refine(({ WEBHOOK_URL, WEBHOOK_SECRET }) => !WEBHOOK_URL || WEBHOOK_SECRET, {
      path: ['WEBHOOK_SECRET'],
      error: 'is missing, but WEBHOOK_URL is set',
    }),
  )

const GitHubEnvSchema = z
  .object({
    GITHUB_APP_ID: z.optional(z.string().check(z.regex(/^\w+$/, 'is not an App ID such as 123456'))),
    GITHUB_APP_PRIVATE_KEY: z.optional(
      z
        .string()
        .check(z.regex(/^-----BEGIN (?:RSA )?PRIVATE KEY-----/, 'is not a private key (-----BEGIN …)')),
    ),
    GITHUB_API_URL: z.optional(z.url(HTTP)),
  })
  .check(
    z.refine((env) => !env.GITHUB_APP_ID || env.GITHUB_APP_PRIVATE_KEY, {
      path: ['GITHUB_APP_PRIVATE_KEY'],
      error: 'is missing, but GITHUB_APP_ID is set',
    }),
  )

/** @throws InvalidEnvError with every missing or invalid variable. */
export function readGitHubEnv(source: Source) {
  return parse(GitHubEnvSchema, source)
}

/** @throws InvalidEnvError with every missing or invalid variable. */
export function readDeliveryEnv(source: Source) {
  return parse(DeliveryEnvSchema, source)
}

/** What is wrong with any of a site's settings. */
export function findEnvProblems(source: Source): EnvProblem[] {
  return [EnvSchema, DeliveryEnvSchema, GitHubEnvSchema].flatMap((schema) => [
    // Docker's --env-file and dashboards keep the marks, which would become part of a secret.
    ...Object.keys(schema.shape)
      .filter((name) => /^(["'`]).*\1$/s.test(source[name] ?? ''))
      .map((variable) => ({ variable, why: 'has quotation marks around it' })),
    ...check(schema, source).problems,
  ])
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, source: Source): z.output<Schema> {
  const { data, problems } = check(schema, source)
  const variables = [...new Set(problems.map(({ variable }) => variable))]
  if (variables.length > 0) throw new InvalidEnvError(variables)
  return data as z.output<Schema>
}

function check(schema: z.ZodMiniType, source: Source): { data: unknown; problems: EnvProblem[] } {
  // Some hosting dashboards can't unset a variable, only empty it.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data, error } = schema.safeParse(given)
  const problems = (error?.issues ?? []).map(({ code, path: [name], message }) => {
    const variable = String(name)
    const isAbsent = given[variable] === undefined && code !== 'custom'
    return { variable, why: isAbsent ? 'is missing' : message }
  })
  return { data, problems }
}

export class InvalidEnvError extends Error {
  override readonly name = 'InvalidEnvError'
  readonly variables: readonly string[]

  constructor(variables: readonly string[]) {
    super(`Missing or invalid environment variables: ${variables.join(', ')}. See .env.example.`)
    this.variables = variables
  }
}

/** `why` is the predicate of a sentence about the variable, and never contains its value. */
export interface EnvProblem {
  variable: string
  why: string
}

type Source = Record<string, string | undefined>
