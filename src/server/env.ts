import * as z from 'zod/mini'

const POSTGRES = { protocol: /^postgres(ql)?$/, error: 'is no connection string (postgres://…)' }
const HTTP = { protocol: /^https?$/, error: 'is no address (https://…)' }

/**
 * What the gate and the actions need from the environment. Reading it lists everything that is wrong at once
 * and names variables only, never their values.
 */
const EnvSchema = z.object({
  /** The site's own origin, `https://portal.example.org`: the only source of links and of the Origin check. */
  SITE_URL: z.pipe(
    z.url({ protocol: /^https?$/, error: 'is no address such as https://portal.example.org' }),
    z.transform((url: string) => new URL(url).origin),
  ),
  /** The Postgres connection string, as Neon shows it. */
  DATABASE_URL: z.url(POSTGRES),
  /** The same database for the gate, as a user that can read no more than the gate needs; absent, `DATABASE_URL`. */
  EDGE_DATABASE_URL: z.optional(z.url(POSTGRES)),
  /** Where SQL over HTTP is spoken; absent, the driver derives Neon's own address from `DATABASE_URL`. */
  DATABASE_HTTP_URL: z.optional(z.url(HTTP)),
  /** What the operator's questions about the portal's health are signed with; absent, there is no answer. */
  HEALTH_SECRET: z.optional(z.string().check(z.minLength(32, 'has fewer than 32 letters'))),
  /** Which requests the gate writes a line about: all, as it does without it, or those that failed. */
  LOG_REQUESTS: z.optional(z.enum(['all', 'errors'], 'is neither all nor errors')),
})

export type Env = z.output<typeof EnvSchema>

/** @throws InvalidEnvError naming every variable that is missing or malformed. */
export function readEnv(source: Source): Env {
  return parse(EnvSchema, source)
}

/** What delivering mail needs besides. Read at the first delivery: without it people can still sign in. */
const DeliveryEnvSchema = z
  .object({
    SITE_URL: EnvSchema.shape.SITE_URL,
    POSTMARK_SERVER_TOKEN: z.string(),
    /** Where Postmark's API is spoken; absent, Postmark's own address. */
    POSTMARK_API_URL: z.optional(z.url(HTTP)),
    /** The sender, which Postmark must know: an address, to which the programme's name is added, or `Name <address>`. */
    MAIL_FROM: z
      .string()
      .check(z.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'is no sender such as Lanai <portal@example.org>')),
    /** Who hears of sign-ups: addresses with commas between them; absent, no mail is sent. */
    ADMIN_EMAILS: z.optional(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string) => text.split(/[\s,;]+/).filter(Boolean)),
          z
            .array(z.email('holds something that is no e-mail address'))
            .check(z.minLength(1, 'is empty'), z.maxLength(50, 'has more than 50 addresses')),
        ),
      ),
    ),
    /** When they hear: of each sign-up at once, or in one mail an hour or a day. */
    ADMIN_NOTICES: z._default(z.enum(['each', 'hourly', 'daily'], 'is none of each, hourly, daily'), 'each'),
    /** Another system that hears of every sign-up; absent, none does. */
    WEBHOOK_URL: z.optional(z.url(HTTP)),
    /** What calls of the webhook are signed with. */
    WEBHOOK_SECRET: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 letters'))),
    /** `1` on one machine only: lets the webhook be called on this machine, over http. */
    WEBHOOK_ALLOW_LOOPBACK: z.optional(z.literal('1', 'is not 1')),
  })
  .check(
    z.refine(({ WEBHOOK_URL, WEBHOOK_SECRET }) => !WEBHOOK_URL || WEBHOOK_SECRET, {
      path: ['WEBHOOK_SECRET'],
      error: 'is missing: WEBHOOK_URL needs it',
    }),
  )

export type DeliveryEnv = z.output<typeof DeliveryEnvSchema>

/** @throws InvalidEnvError naming every variable that is missing or malformed. */
export function readDeliveryEnv(source: Source): DeliveryEnv {
  return parse(DeliveryEnvSchema, source)
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, source: Source): z.output<Schema> {
  const given = withoutEmpty(source)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new InvalidEnvError(
    parsed.error.issues.map(({ code, path: [name], message }) => {
      const variable = String(name)
      const isAbsent = given[variable] === undefined && code !== 'custom'
      return { variable, why: isAbsent ? 'is missing' : message }
    }),
  )
}

export class InvalidEnvError extends Error {
  override readonly name = 'InvalidEnvError'

  readonly variables: string[]
  readonly problems: readonly EnvProblem[]

  constructor(problems: readonly EnvProblem[]) {
    const variables = [...new Set(problems.map(({ variable }) => variable))]
    super(`Missing or malformed environment variables: ${variables.join(', ')}. See .env.example.`)
    this.variables = variables
    this.problems = problems
  }
}

/** `why` ends the sentence that begins with the variable, and never shows what is in it. */
export interface EnvProblem {
  variable: string
  why: string
}

/** Hosting dashboards cannot unset a variable, only empty it. */
function withoutEmpty(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
}

type Source = Record<string, string | undefined>
