import { isOnThisMachine } from '../../src/server/env.ts'
import { readContentDates } from '../../tools/content-dates.ts'
import { buildIfChanged, refuseSamples } from './build-site.ts'
import { runUntilStopped } from './command.ts'
import { isRoot } from './postgres.ts'
import { PROJECT_ROOT } from './settings.ts'
import { addSampleMember, hasMembers } from './sample-member.ts'
import { startBuiltSite, startStack, type Stack } from './stack.ts'

await runUntilStopped(async (settings) => {
  const { isProduction, database, trustedProxies } = settings
  if (isProduction) refuseSamples(PROJECT_ROOT)
  const stack = await startStack(settings, async (place) => {
    await build()
    return startBuiltSite({ root: PROJECT_ROOT, ...place, trustedProxies })
  })
  const isNew = !(await hasMembers(stack.databaseUrl))
  const lines = [
    '',
    stack.problems.length === 0 ? 'Lanai is ready.' : 'Lanai runs, but not everything works:',
    ...stack.problems,
    ...(isProduction
      ? describeProduction(stack, settings, isNew)
      : await describeTrial(stack, isNew, database === undefined)),
    ...(isRoot && !database
      ? [
          '',
          'Because you are root, PostgreSQL runs as nobody. Copy the data folder with cp -a, which keeps its owner.',
        ]
      : []),
    ...(isProduction ? [] : ['Press Ctrl+C to stop. Your data is kept for the next start.']),
  ]
  console.log(lines.join('\n'))
  printTimes(console)
  return stack
})

async function build(): Promise<void> {
  if (!buildIfChanged(PROJECT_ROOT)) return
  const { problem } = await readContentDates(PROJECT_ROOT)
  if (problem) console.warn(problem)
}

async function describeTrial(
  { siteUrl, mailboxUrl, databaseUrl }: Stack,
  isNew: boolean,
  isEmbedded: boolean,
): Promise<string[]> {
  return [
    `  Site      ${siteUrl}`,
    `  Mailbox   ${mailboxUrl}`,
    `  Database  psql "${databaseUrl}"`,
    ...(isNew
      ? [
          // A server of one's own may be the one of a site that is about to be online.
          ...(isEmbedded ? await addSampleMember(databaseUrl) : []),
          '',
          `Next: sign up at ${siteUrl}/start, confirm your address using the email in the mailbox, and approve yourself:`,
          '  npm run admin -- approve you@example.com',
        ]
      : ['', 'Forgotten a password? Press ‘Forgot password?’ where you sign in, and open the mailbox.']),
    ...(isOnThisMachine(siteUrl)
      ? []
      : ['No email leaves this machine. To serve people: npm start -- --production']),
  ]
}

function describeProduction(
  { siteUrl, port }: Stack,
  { host, trustedProxies }: { host: string; trustedProxies: readonly string[] },
  isNew: boolean,
): string[] {
  return [
    `  Site      ${siteUrl}`,
    `  Proxy     sends requests to http://${host}:${port}, from ${trustedProxies.join(', ')} (TRUSTED_PROXIES)`,
    '  Database  npm run admin finds it, as this user and with this LANAI_DATA',
    ...(isNew
      ? [
          '',
          `Next: sign up at ${siteUrl}/start, follow the link in the email, and make yourself an administrator:`,
          '  npm run admin -- approve you@example.com',
          '  npm run admin -- admins you@example.com',
        ]
      : []),
  ]
}

/** Begins each line of the log with its time, as Netlify's log does. */
function printTimes(log: Pick<Console, 'error' | 'info' | 'warn'>): void {
  for (const level of ['error', 'info', 'warn'] as const) {
    const print = log[level].bind(log)
    log[level] = (...values: unknown[]) => {
      print(new Date().toISOString(), ...values)
    }
  }
}
