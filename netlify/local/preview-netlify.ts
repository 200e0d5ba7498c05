import { rm } from 'node:fs/promises'
import { serve, type ServerRequest } from 'srvx'
import { bringBuildUpToDate } from './build-site.ts'
import { runCommand, type Running } from './command.ts'
import { fillDeployStore } from './deploy-store.ts'
import { preferRealDeno, watchDeno } from './emulation/deno.ts'
import { adaptEdgeCalls } from './emulation/edge-calls.ts'
import { createEmulation, type Emulation } from './emulation/emulation.ts'
import { installEmulation } from './emulation/install.ts'
import { makeProject } from './emulation/project.ts'
import { listen } from './listen.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { addSampleMember, announceSample } from './sample-member.ts'
import { startServices } from './services.ts'
import { portsFrom, type Settings } from './settings.ts'

if (import.meta.main) await runCommand(preview)

/**
 * Serves the build in Netlify's own emulation: the real edge bootstrap on Deno and the real function runtime. Good
 * for parity, far too slow for daily use. Its Deno process outlives this one: close it on every way out.
 */
export async function startNetlifyPreview(options: NetlifyPreviewOptions): Promise<NetlifyPreview> {
  const root = options.root ?? PROJECT_ROOT
  const host = options.host ?? '127.0.0.1'
  installEmulation()
  preferRealDeno()
  Object.assign(process.env, options.env)
  await fillDeployStore(root)
  const project = await makeProject(root, options.env)
  const emulation = await createEmulation(project)
  const server = serve({
    hostname: host,
    port: options.port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    fetch: (request) => answer(emulation, request),
  })

  const leaveEdgeCalls = adaptEdgeCalls(emulation)
  const stopWatching = watchDeno()
  const close = async () => {
    await Promise.allSettled([server.close(true), emulation.stop()])
    stopWatching()
    leaveEdgeCalls()
    await rm(project, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    await emulation.start()
    const port = await listen(server, { host, port: options.port, purpose: 'the preview' })
    return { url: `http://localhost:${port}`, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function answer(emulation: Emulation, request: ServerRequest): Promise<Response> {
  const { method } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const asked = new Request(request.url, {
    method,
    headers: asTheFrontDoorSends(request),
    ...(hasBody && { body: request.body, duplex: 'half' }),
  })
  return (await emulation.handle(asked)) ?? new Response('Not found.\n', { status: 404 })
}

/**
 * What only Netlify's front door may say, it says itself: the emulation believes these headers, takes the visitor's
 * address from one and leaves the edge function out for another.
 */
function asTheFrontDoorSends({ headers, ip }: ServerRequest): Headers {
  const kept = [...headers].filter(([name]) => !/^x-(nf|forwarded)-/.test(name))
  return new Headers([...kept, ['x-forwarded-for', ip ?? '']])
}

async function preview(settings: Settings): Promise<Running> {
  const ports = portsFrom(settings.PORT)
  const { LANAI_DATA: dataFolder, DATABASE_URL: database, HOST: host } = settings
  const services = await startServices({ dataFolder, database, host, ports })
  try {
    await bringBuildUpToDate(PROJECT_ROOT)
    const samplePassword = await addSampleMember(services)
    const env = { ...services.env, SITE_URL: settings.SITE_URL ?? `http://localhost:${ports.site}` }
    const site = await startNetlifyPreview({ host, port: ports.site, env })
    console.log(
      [`The build in Netlify's emulation: ${site.url}`, ...announceSample(samplePassword)].join('\n'),
    )
    return {
      stopped: services.databaseStopped.then(() => 'failed' as const),
      async close() {
        await site.close()
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}

export interface NetlifyPreviewOptions {
  /** 0 takes any free one. */
  port: number
  /** The application's variables, for the edge function and the function alike. */
  env: Record<string, string>
  host?: string
  /** The project whose build is served; this one unless told otherwise. */
  root?: string
}

export interface NetlifyPreview {
  url: string
  close(): Promise<void>
}
