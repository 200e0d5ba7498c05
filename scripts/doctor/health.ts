import { NEWER_REMEDY, newerMessage } from '../../db/migration-files.ts'
import type { SiteProblem } from '../../src/server/site.ts'
import { check, fail, ok, skip, warn, type Check, type Finding } from './check.ts'

// Three runs of the slower schedule in docs/deploy.md, "What it costs".
const DELIVERY_OVERDUE_SECONDS = 2700
const SWEEP_OVERDUE_SECONDS = 7200

export interface PortalHealth {
  migrations: string[]
  readOnly: boolean
  outbox: {
    waiting: number
    dead: number
    oldestSeconds: number | null
    /** The most frequent error code of these messages. */
    error: string | null
  }
  /** Since the last run that succeeded; null before the first. */
  deliveredSecondsAgo: number | null
  sweptSecondsAgo: number | null
  /** How many the sweep kept that no profile shows, because the database may be the wrong one. */
  withheldPictures?: number
  /** undefined where an older deploy answers. */
  siteConflict?: SiteProblem | null
}

export interface Examined {
  /** null where it can't be read. */
  health: () => Promise<PortalHealth | null>
  migrations: readonly string[]
  /** Whether the portal runs on this machine, without Netlify. */
  isLocal?: boolean
}

export const migrationsCheck = healthCheck(
  'migrations',
  'npm run migrate, with the owner’s connection string in DATABASE_URL',
  ({ migrations: applied }, { migrations: files }) => {
    if (!Array.isArray(applied)) return fail('a version before 1.0 made this database', CARRY_OVER)
    const missing = files.filter((name) => !applied.includes(name))
    if (missing.length > 0) return fail(`not applied: ${missing.join(', ')}`)
    const newer = applied.filter((name) => !files.includes(name))
    return newer.length > 0 ? warn(newerMessage(newer), NEWER_REMEDY) : ok(`all ${files.length} applied`)
  },
)

const CARRY_OVER =
  'npm run migrate, which carries over a database of 0.1 and changes nothing in an older one: docs/deploy.md, "From 0.1 to 1.0"'

export const writableCheck = healthCheck(
  'writable',
  'undo default_transaction_read_only on the database or login; don’t use the address of a read replica',
  ({ readOnly }) => (readOnly ? fail('the database is read-only') : ok('the database takes changes')),
)

export const SITE_CHECK = 'one site'

export const siteCheck = healthCheck(SITE_CHECK, '', ({ siteConflict = null }) => siteFinding(siteConflict))

export function siteFinding(conflict: SiteProblem | null): Finding {
  return conflict
    ? fail(conflict.problem, conflict.remedy)
    : ok('the database is no other site’s, and no copy')
}

export const healthChecks: readonly Check<Examined>[] = [
  healthCheck(
    'delivery',
    'read the log of the function deliver-outbox in Netlify; after a first deploy, wait a minute',
    ({ deliveredSecondsAgo }, { isLocal }) =>
      checkRun(deliveredSecondsAgo, DELIVERY_OVERDUE_SECONDS, isLocal),
  ),
  healthCheck(
    'sweep',
    'read the log of the function sweep in Netlify; after a first deploy, wait an hour',
    ({ sweptSecondsAgo }, { isLocal }) => checkRun(sweptSecondsAgo, SWEEP_OVERDUE_SECONDS, isLocal),
  ),
  healthCheck(
    'pictures',
    'make sure that this database belongs to these pictures: it may be empty, old, or another portal’s (docs/deploy.md, "Pictures that no profile shows"); if it ' +
      'does, npm run admin -- pictures --delete',
    ({ withheldPictures = 0 }) =>
      withheldPictures === 0
        ? ok('the sweep kept none')
        : fail(`the sweep kept ${withheldPictures} that no profile shows`),
  ),
  healthCheck(
    'messages',
    'npm run admin -- outbox shows the messages and their errors',
    ({ outbox: { waiting, oldestSeconds, error } }) => {
      const found = `${waiting} waiting, oldest ${minutes(oldestSeconds ?? 0)} late${error ? `, ${error}` : ''}`
      return (oldestSeconds ?? 0) < DELIVERY_OVERDUE_SECONDS ? ok(found) : fail(found, remedyFor(error))
    },
  ),
  healthCheck(
    'failed messages',
    'npm run admin -- outbox shows why; fix the cause, then add --retry; after a week this line forgets them',
    ({ outbox: { dead } }) => (dead === 0 ? ok('none') : fail(String(dead))),
  ),
]

function healthCheck(
  name: string,
  remedy: string,
  findingOf: (health: PortalHealth, examined: Examined) => Finding,
): Check<Examined> {
  return check(name, remedy, async (examined) => {
    const health = await examined.health()
    return health ? findingOf(health, examined) : skip('not checked, because the details are missing')
  })
}

function checkRun(secondsAgo: number | null, overdueSeconds: number, isLocal = false): Finding {
  const remedy = isLocal ? 'read what npm start printed' : undefined
  if (secondsAgo === null) return fail('never ran', remedy)
  const found = `last ran ${minutes(secondsAgo)} ago`
  return secondsAgo < overdueSeconds ? ok(found) : fail(found, remedy)
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min`
}

// The codes are those of src/server/vendors/postmark.ts and webhook.ts.
function remedyFor(error: string | null): string | undefined {
  return REMEDIES.find(([code]) => code.test(error ?? ''))?.[1]
}

const REMEDIES: readonly [RegExp, string][] = [
  [/^postmark_(?:10|http_401)$/, 'set POSTMARK_SERVER_TOKEN to your Postmark server token'],
  [/^postmark_(?:300|400|401)$/, 'verify the address or domain of MAIL_FROM in Postmark (Sender Signatures)'],
  [/^postmark_(?:405|412|413)$/, 'Postmark holds your account back: sign in there and read why'],
  [/^postmark_/, 'read status.postmarkapp.com; npm run admin -- outbox shows the messages'],
  [/^webhook_/, 'check WEBHOOK_URL and the system behind it: each sign-up waits until it answers 2xx'],
]
