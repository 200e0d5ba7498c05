import * as z from 'zod/mini'

/**
 * What the gate and the actions need from the environment. Reading it lists everything that is wrong at once
 * and names variables only, never their values.
 */
const EnvSchema = z.object({
  /** The site's own origin, `https://portal.example.org`: the only source of links and of the Origin check. */
  SITE_URL: z.pipe(
    z.url({ protocol: /^https?$/ }),
    z.transform((url: string) => new URL(url).origin),
  ),
  /** The Postgres connection string, as Neon shows it. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Where SQL over HTTP is spoken; absent, the driver derives Neon's own address from `DATABASE_URL`. */
  DATABASE_HTTP_URL: z.optional(z.url({ protocol: /^https?$/ })),
})

export type Env = z.output<typeof EnvSchema>

/** @throws InvalidEnvError naming every variable that is missing or malformed. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = EnvSchema.safeParse(withoutEmpty(source))
  if (parsed.success) return parsed.data
  throw new InvalidEnvError(parsed.error.issues.map((issue) => issue.path.join('.')))
}

export class InvalidEnvError extends Error {
  override readonly name = 'InvalidEnvError'

  readonly variables: string[]

  constructor(variables: string[]) {
    super(`Missing or malformed environment variables: ${variables.join(', ')}. See .env.example.`)
    this.variables = variables
  }
}

/** Hosting dashboards cannot unset a variable, only empty it. */
function withoutEmpty(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
}
