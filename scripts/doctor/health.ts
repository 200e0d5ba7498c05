import { NEWER_REMEDY, newerMessage } from '../../db/migration-files.ts'
import type { SiteProblem } from '../../src/server/site.ts'
import { check, fail, ok, REMEDIES, shorten, skip, warn, type Check, type Finding } from './check.ts'

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
    error: string | null
  }
  /** Since the last run that succeeded; null before the first. */
  deliveredSecondsAgo: number | null
  sweptSecondsAgo: number | null
  /** How many the sweep kept that no profile shows, because the database may be the wrong one. */
  withheldPictures?: number
  /** undefined where an older deploy answers. */
  siteConflict?: SiteProblem | null
  writeError?: string | null | undefined
  deploy?: string | null
}

export interface Examined {
  /** null where it can't be read. */
  health: () => Promise<PortalHealth | null>
  migrations: readonly string[]
  /** Whether the portal runs on this machine, without Netlify. */
  isLocal?: boolean
  failedSchedules?: readonly string[]
}

export const migrationsCheck: Check<Examined> = {
  ...healthCheck(
    'migrations',
    'npm run migrate, with the owner’s connection string in DATABASE_URL',
    ({ migrations: applied }, { migrations: files }) => {
      if (!Array.isArray(applied) || !applied.some((name) => files.includes(name)))
        return fail('a version before 1.0 made this database', CARRY_OVER)
      const missing = files.filter((name) => !applied.includes(name))
      if (missing.length > 0) return fail(`not applied: ${shorten(missing)}`)
      const newer = applied.filter((name) => !files.includes(name))
      return newer.length > 0 ? warn(newerMessage(newer), NEWER_REMEDY) : ok(`all ${files.length} applied`)
    },
  ),
  isReading: true,
}

const CARRY_OVER =
  'npm run migrate, which carries over a database of 0.1 and changes nothing in an older one: docs/deploy.md, "From 0.1 to 1.0"'

export const writableCheck = healthCheck('writable', '', ({ readOnly, writeError }) =>
  judgeWrite(readOnly ? '25006' : writeError),
)

export const SITE_CHECK = 'one site'

export const siteCheck = healthCheck(SITE_CHECK, '', ({ siteConflict = null }) => siteFinding(siteConflict))

export function siteFinding(conflict: SiteProblem | null): Finding {
  return conflict
    ? fail(conflict.problem, conflict.remedy)
    : ok('the database is no other site’s, and no copy')
}

/** @param writeError null after a write that succeeded; undefined from a site of a version that doesn't try one. */
export function judgeWrite(writeError: string | null | undefined): Finding {
  if (writeError === null) return ok('the database took another 64 kB')
  if (writeError === undefined) return skip('not checked: this deploy doesn’t try it')
  const found = {
    '25006': 'the database is read-only for this login',
    '53100': 'the database has no space left',
  }[writeError]
  return found ? fail(found, REMEDIES[writeError]) : skip(`not checked: PostgreSQL’s error ${writeError}`)
}

export const healthChecks: readonly Check<Examined>[] = [
  healthCheck(
    'delivery',
    'read the log of the function deliver-outbox in Netlify; after a first deploy, wait a minute',
    ({ deliveredSecondsAgo }, examined) =>
      checkRun('deliver-outbox', deliveredSecondsAgo, DELIVERY_OVERDUE_SECONDS, examined),
  ),
  healthCheck(
    'sweep',
    'read the log of the function sweep in Netlify; after a first deploy, wait an hour',
    ({ sweptSecondsAgo }, examined) => checkRun('sweep', sweptSecondsAgo, SWEEP_OVERDUE_SECONDS, examined),
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
      const isOverdue = (oldestSeconds ?? 0) >= DELIVERY_OVERDUE_SECONDS
      return isOverdue || MISCONFIGURED.test(error ?? '') ? fail(found, remedyFor(error)) : ok(found)
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
    // One machine's, also behind a proxy.
    const isLocal = examined.isLocal === true || health?.deploy === 'local'
    return health
      ? findingOf(health, { ...examined, isLocal })
      : skip('not checked, because the details are missing')
  })
}

function checkRun(
  name: string,
  secondsAgo: number | null,
  overdueSeconds: number,
  { isLocal, failedSchedules }: Examined,
): Finding {
  const remedy = isLocal ? 'read what npm start printed' : undefined
  if (failedSchedules?.includes(name)) return fail('the latest run failed', remedy)
  if (secondsAgo === null) return fail('never ran', remedy)
  if (secondsAgo < -60) return fail('last ran in the future', 'correct the clock of the database’s server')
  const found = `last ran ${minutes(secondsAgo)} ago`
  return secondsAgo < overdueSeconds ? ok(found) : fail(found, remedy)
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min`
}

// The codes are those of src/server/vendors/postmark.ts and webhook.ts.
function remedyFor(error: string | null): string | undefined {
  return DELIVERY_REMEDIES.find(([code]) => code.test(error ?? ''))?.[1]
}

// Until somebody changes a setting here or at Postmark, no email leaves.
const MISCONFIGURED = /^postmark_(?:10|300|400|401|405|412|413|http_401)$/

const DELIVERY_REMEDIES: readonly [RegExp, string][] = [
  [/^postmark_(?:10|http_401)$/, 'set POSTMARK_SERVER_TOKEN to your Postmark server token'],
  [/^postmark_(?:300|400|401)$/, 'verify the address or domain of MAIL_FROM in Postmark (Sender Signatures)'],
  [/^postmark_(?:405|412|413)$/, 'Postmark holds your account back: sign in there and read why'],
  [/^postmark_/, 'read status.postmarkapp.com; npm run admin -- outbox shows the messages'],
  [/^webhook_/, 'check WEBHOOK_URL and the system behind it: each sign-up waits until it answers 2xx'],
]
