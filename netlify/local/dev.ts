import { dev } from 'astro'
import { runUntilStopped } from './command.ts'
import { findPort } from './listen.ts'
import { PROJECT_ROOT } from './settings.ts'
import { addSampleMember, hasMembers } from './sample-member.ts'
import { bundleFunctions, startScheduler } from './scheduler.ts'
import { startServices } from './services.ts'
import { StackError } from './stack-error.ts'

await runUntilStopped(async (settings) => {
  if (settings.isProduction) throw new StackError('--production is for npm start.')
  const { ports, host } = settings
  // Otherwise Astro would take the next free port, and SITE_URL would be wrong.
  const port = await findPort({ hostname: host, port: ports.site, purpose: 'the site' })
  const { siteUrl = `http://localhost:${port}` } = settings
  const services = await startServices({ ...settings, siteUrl })
  const { databaseUrl, mailboxUrl, databaseStopped } = services
  const sample =
    settings.database || (await hasMembers(databaseUrl)) ? [] : await addSampleMember(databaseUrl)
  const server = await dev({ root: PROJECT_ROOT, force: true, server: { port, host } })
  Object.assign(process.env, services.env)
  const functions = await bundleFunctions(PROJECT_ROOT)
  const scheduler = await startScheduler(functions, services.writeStackFile)
  console.log(
    [`  Mailbox   ${mailboxUrl}`, `  Database  psql "${databaseUrl}"`, ...sample, ...scheduler.problems].join(
      '\n',
    ),
  )
  return {
    databaseStopped,
    async close() {
      await scheduler.close()
      await server.stop()
      await services.close()
    },
  }
})
