import { dev } from 'astro'
import { runUntilStopped } from './command.ts'
import { PROJECT_ROOT } from './settings.ts'
import { addSampleMember, hasMembers } from './sample-member.ts'
import { bundleFunctions } from './scheduler.ts'
import { StackError } from './stack-error.ts'
import { startStack } from './stack.ts'

await runUntilStopped(async (settings) => {
  if (settings.isProduction) throw new StackError('--production is for npm start.')
  const stack = await startStack(settings, async ({ env, ...address }) => {
    const server = await dev({ root: PROJECT_ROOT, force: true, server: address })
    Object.assign(process.env, env)
    return { functions: await bundleFunctions(PROJECT_ROOT), close: () => server.stop() }
  })
  const { databaseUrl, mailboxUrl, problems } = stack
  const sample =
    settings.database || (await hasMembers(databaseUrl)) ? [] : await addSampleMember(databaseUrl)
  console.log(
    [`  Mailbox   ${mailboxUrl}`, `  Database  psql "${databaseUrl}"`, ...sample, ...problems].join('\n'),
  )
  return stack
})
