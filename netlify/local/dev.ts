import { dev } from 'astro'
import { runCommand, type Running } from './command.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { announceSample, addSampleMember } from './sample-member.ts'
import { startScheduler } from './scheduler.ts'
import { startServices } from './services.ts'
import { portsFrom, type Settings } from './settings.ts'

await runCommand(start)

/** `npm run dev`: pages are rendered as they are edited, behind the same gate and with the same stand-ins. */
async function start(settings: Settings): Promise<Running> {
  const ports = portsFrom(settings.PORT)
  const services = await startServices({
    dataFolder: settings.LANAI_DATA,
    database: settings.DATABASE_URL,
    host: settings.HOST,
    ports,
  })
  const siteUrl = settings.SITE_URL ?? `http://localhost:${ports.site}`
  const samplePassword = await addSampleMember(services)
  const server = await dev({
    root: PROJECT_ROOT,
    force: true,
    server: { port: ports.site, host: settings.HOST },
  })
  Object.assign(process.env, services.env, { SITE_URL: siteUrl })
  const scheduler = startScheduler({ root: PROJECT_ROOT, wakeFile: services.wakeFile })
  console.log(
    [
      `  Mailbox   ${services.mailboxUrl}`,
      `  Database  psql "${services.databaseUrl}"`,
      ...announceSample(samplePassword),
    ].join('\n'),
  )
  return {
    stopped: services.databaseStopped.then(() => 'failed' as const),
    async close() {
      await scheduler.close()
      await server.stop()
      await services.close()
    },
  }
}
