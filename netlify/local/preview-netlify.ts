import { rm } from 'node:fs/promises'
import { serve, type ServerRequest } from 'srvx'
import { bringBuildUpToDate } from './build-site.ts'
import { runCommand, type Running } from './command.ts'
import { fillDeployStore } from './deploy-store.ts'
import { createEmulation, type Emulation } from './emulation/emulation.ts'
import { installEmulation } from './emulation/install.ts'
import { makeProject } from './emulation/project.ts'
import { listen } from './listen.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { addSampleMember, announceSample } from './sample-member.ts'
import { startServices } from './services.ts'
import { portsFrom, type Settings } from './settings.ts'

await runCommand(preview)

/**
 * Serves the build in Netlify's own emulation: the real edge bootstrap on Deno and the real function runtime. Good
 * for parity, far too slow for daily use.
 */
async function preview(settings: Settings): Promise<Running> {
  const { LANAI_DATA: dataFolder, DATABASE_URL: database, HOST: host } = settings
  const ports = portsFrom(settings.PORT)
  installEmulation()
  const services = await startServices({ dataFolder, database, host, ports })
  await bringBuildUpToDate(PROJECT_ROOT)
  const samplePassword = await addSampleMember(services)
  const env = { ...services.env, SITE_URL: settings.SITE_URL ?? `http://localhost:${ports.site}` }
  Object.assign(process.env, env)
  await fillDeployStore(PROJECT_ROOT)

  const project = await makeProject(PROJECT_ROOT, env)
  const emulation = await createEmulation(project)
  await emulation.start()
  const server = serve({
    hostname: host,
    port: ports.site,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    fetch: (request) => answer(emulation, request),
  })
  await listen(server, { host, port: ports.site, purpose: 'the preview' })
  console.log(
    [`The build in Netlify's emulation: ${env.SITE_URL}`, ...announceSample(samplePassword)].join('\n'),
  )
  return {
    stopped: services.databaseStopped.then(() => 'failed' as const),
    async close() {
      await Promise.allSettled([server.close(true), emulation.stop()])
      await rm(project, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      await services.close()
    },
  }
}

async function answer(emulation: Emulation, request: ServerRequest): Promise<Response> {
  const { url, method, ip = '' } = request
  const body = method === 'GET' || method === 'HEAD' ? null : request.body
  // The emulation believes what only Netlify's front door may say: the visitor's address, and to leave the gate out.
  const headers = new Headers([...request.headers].filter(([name]) => !/^x-(nf|forwarded)-/.test(name)))
  headers.set('x-forwarded-for', ip)
  const asked = new Request(url, { method, headers, ...(body && { body, duplex: 'half' }) })
  const answered = await emulation.handle(asked)
  // Read to its end: a stream that the client breaks off may throw where nothing can catch it.
  return answered
    ? new Response(answered.body && (await answered.arrayBuffer()), answered)
    : new Response('Not found.\n', { status: 404 })
}
