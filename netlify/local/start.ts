import { buildSite } from './build-site.ts'
import { runCommand, type Running } from './command.ts'
import { isBuildFresh } from './freshness.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { addSampleMember, SAMPLE_EMAIL } from './sample-member.ts'
import type { Settings } from './settings.ts'
import { startStack, type Stack } from './stack.ts'

await runCommand(start)

async function start(settings: Settings): Promise<Running> {
  let samplePassword: string | null = null
  const stack = await startStack({
    dataFolder: settings.LANAI_DATA,
    databaseUrl: settings.DATABASE_URL,
    siteUrl: settings.SITE_URL,
    host: settings.HOST,
    ports: portsFrom(settings.PORT),
    async beforeSite({ env }) {
      if (!isBuildFresh(PROJECT_ROOT)) {
        console.log('Building the site: its sources have changed …')
        await buildSite(PROJECT_ROOT)
      }
      samplePassword = await addSampleMember(env)
    },
  })
  console.log(welcome(stack, samplePassword))
  return { close: () => stack.close(), stopped: stack.databaseStopped.then(() => 'failed' as const) }
}

function portsFrom(port: number) {
  return port === 0
    ? { site: 0, mailbox: 0, postgres: 0 }
    : { site: port, mailbox: port + 1, postgres: port + 2 }
}

function welcome({ siteUrl, mailboxUrl, databaseUrl }: Stack, samplePassword: string | null): string {
  const member =
    samplePassword === null
      ? []
      : [
          '',
          'The database was empty, so there is one approved member to look around as:',
          `  ${SAMPLE_EMAIL}   password ${samplePassword}   (shown this once)`,
        ]
  return [
    '',
    'Lanai is ready.',
    `  Site      ${siteUrl}`,
    `  Mailbox   ${mailboxUrl}`,
    `  Database  psql "${databaseUrl}"`,
    ...member,
    '',
    `Next: sign up at ${siteUrl}/start, then approve yourself from another terminal:`,
    '  npm run admin -- approve you@example.com',
    'Ctrl+C stops it. Everything is kept for the next start.',
  ].join('\n')
}
