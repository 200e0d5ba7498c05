import { bringBuildUpToDate } from './build-site.ts'
import { runCommand, type Running } from './command.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { addSampleMember, announceSample } from './sample-member.ts'
import { portsFrom, type Settings } from './settings.ts'
import { startStack, type Stack } from './stack.ts'

await runCommand(start)

async function start(settings: Settings): Promise<Running> {
  let samplePassword: string | null = null
  const stack = await startStack({
    dataFolder: settings.LANAI_DATA,
    database: settings.DATABASE_URL,
    siteUrl: settings.SITE_URL,
    host: settings.HOST,
    ports: portsFrom(settings.PORT),
    async beforeSite(services) {
      await bringBuildUpToDate(PROJECT_ROOT)
      samplePassword = await addSampleMember(services)
    },
  })
  console.log(welcome(stack, samplePassword))
  return { close: () => stack.close(), stopped: stack.databaseStopped.then(() => 'failed' as const) }
}

function welcome({ siteUrl, mailboxUrl, databaseUrl }: Stack, samplePassword: string | null): string {
  return [
    '',
    'Lanai is ready.',
    `  Site      ${siteUrl}`,
    `  Mailbox   ${mailboxUrl}`,
    `  Database  psql "${databaseUrl}"`,
    ...announceSample(samplePassword),
    '',
    `Next: sign up at ${siteUrl}/start, confirm your address by the mail in the mailbox, and let yourself in:`,
    '  npm run admin -- approve you@example.com',
    'Ctrl+C stops it. Everything is kept for the next start.',
  ].join('\n')
}
