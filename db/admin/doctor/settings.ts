import { InvalidEnvError, readDeliveryEnv, readEnv } from '../../../src/server/env.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

/** Names variables and never shows what is in them. */
export function checkSettings(env: NodeJS.ProcessEnv): Finding[] {
  return [
    check('settings of the site', () => readEnv(env)),
    check('settings of mail', () => readDeliveryEnv(env)),
    env.EDGE_DATABASE_URL
      ? ok('database of the gate', 'EDGE_DATABASE_URL is set')
      : warn(
          'database of the gate',
          'EDGE_DATABASE_URL is not set: the gate uses DATABASE_URL and could read all that the site can',
          'give the gate a login of its own: docs/deploy.md, "Roles"',
        ),
    env.ADMIN_EMAILS
      ? ok('notices to administrators', 'ADMIN_EMAILS is set')
      : ok('notices to administrators', 'off: ADMIN_EMAILS is not set'),
  ]
}

function check(what: string, read: () => unknown): Finding {
  try {
    read()
    return ok(what, 'complete')
  } catch (error) {
    if (!(error instanceof InvalidEnvError)) throw error
    return fail(what, `missing or malformed: ${error.variables.join(', ')}`, 'set them: see .env.example')
  }
}
