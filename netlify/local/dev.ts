import { dev } from 'astro'
import { runUntilStopped } from './command.ts'
import { findPort } from './listen.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { addSampleMember } from './sample-member.ts'
import { bundleFunctions, startScheduler } from './scheduler.ts'
import { startServices } from './services.ts'

await runUntilStopped(async (settings) => {
  const { ports, host, siteUrl = `http://localhost:${ports.site}` } = settings
  // Otherwise Astro would take the next free port, and SITE_URL would be wrong.
  await findPort({ hostname: host, port: ports.site, purpose: 'the site' })
  const services = await startServices(settings)
  await services.claimSite(siteUrl)
  const sample = await addSampleMember(services)
  const server = await dev({ root: PROJECT_ROOT, force: true, server: { port: ports.site, host } })
  Object.assign(process.env, services.env, { SITE_URL: siteUrl })
  services.writeStackFile(siteUrl)
  const scheduler = startScheduler(await bundleFunctions(PROJECT_ROOT))
  const { mailboxUrl, databaseUrl, databaseStopped } = services
  console.log([`  Mailbox   ${mailboxUrl}`, `  Database  psql "${databaseUrl}"`, ...sample].join('\n'))
  return {
    databaseStopped,
    async close() {
      await scheduler.close()
      await server.stop()
      await services.close()
    },
  }
})
