import { readContentDates } from '../../tools/content-dates.ts'
import { buildIfChanged } from './build-site.ts'
import { runUntilStopped } from './command.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { addSampleMember } from './sample-member.ts'
import { startStack } from './stack.ts'

await runUntilStopped(async (settings) => {
  const { problem } = await readContentDates(PROJECT_ROOT)
  if (problem) console.warn(problem)
  const stack = await startStack({ ...settings, beforeSite: () => buildIfChanged(PROJECT_ROOT) })
  const sample = await addSampleMember(stack)
  const { siteUrl, mailboxUrl, databaseUrl } = stack
  console.log(`
Lanai is ready.
  Site      ${siteUrl}
  Mailbox   ${mailboxUrl}
  Database  psql "${databaseUrl}"${sample.map((line) => `\n${line}`).join('')}

Next: sign up at ${siteUrl}/start, confirm your address using the email in the mailbox, and approve yourself:
  npm run admin -- approve you@example.com
Press Ctrl+C to stop. Your data is kept for the next start.`)
  return stack
})
