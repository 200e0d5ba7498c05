import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerRequest } from 'srvx'
import { buildIfChanged } from '../../../netlify/local/build-site.ts'
import { runUntilStopped } from '../../../netlify/local/command.ts'
import { fillDeployStore } from '../../../netlify/local/deploy-store.ts'
import { createEmulation, type Emulation } from './emulation.ts'
import { installEmulation } from './install.ts'
import { listen } from '../../../netlify/local/listen.ts'
import { PROJECT_ROOT } from '../../../netlify/local/project-root.ts'
import { addSampleMember } from '../../../netlify/local/sample-member.ts'
import { startServices } from '../../../netlify/local/services.ts'

/**
 * `npm run preview:netlify`: the build in Netlify's emulator, with the real edge bootstrap on Deno and the real function
 * runtime. For checking parity; too slow for daily use.
 */
await runUntilStopped(async (settings) => {
  const { ports, host, siteUrl = `http://localhost:${ports.site}` } = settings
  installEmulation()
  const services = await startServices(settings)
  await buildIfChanged(PROJECT_ROOT)
  const sample = await addSampleMember(services)
  const env = { ...services.env, SITE_URL: siteUrl }
  Object.assign(process.env, env)
  await fillDeployStore(PROJECT_ROOT)

  const project = await makeProject(env)
  const emulation = await createEmulation(project)
  await emulation.start()
  const server = await listen({
    hostname: host,
    port: ports.site,
    purpose: 'the preview',
    fetch: (request) => answer(emulation, request),
  })
  console.log([`The site in Netlify's emulator: ${siteUrl}`, ...sample].join('\n'))
  return {
    databaseStopped: services.databaseStopped,
    async close() {
      await Promise.allSettled([server.close(), emulation.stop()])
      await rm(project, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      await services.close()
    },
  }
})

async function answer(emulation: Emulation, request: ServerRequest): Promise<Response> {
  const { url, method, ip = '' } = request
  const body = method === 'GET' || method === 'HEAD' ? null : request.body
  // The emulator trusts headers that only Netlify's platform may set: the client address, and to bypass the gate.
  const headers = new Headers([...request.headers].filter(([name]) => !/^x-(nf|forwarded)-/.test(name)))
  headers.set('x-forwarded-for', ip)
  const asked = new Request(url, { method, headers, ...(body && { body, duplex: 'half' }) })
  const answered = await emulation.handle(asked)
  // Buffered, because an aborted stream throws in Node where it can't be caught.
  return answered
    ? new Response(answered.body && (await answered.arrayBuffer()), answered)
    : new Response('Not found.\n', { status: 404 })
}

/**
 * A copy of the build as a Netlify project in a temporary folder, with settings for a finished build. Its edge runtime only
 * gets environment variables from netlify.toml.
 */
async function makeProject(env: Record<string, string>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'lanai-netlify-'))
  for (const folder of ['dist', '.netlify/v1'])
    await cp(join(PROJECT_ROOT, folder), join(project, folder), { recursive: true })
  // A JSON string is a TOML string.
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const settings = `[build]
publish = "dist"
edge_functions = ".netlify/v1/edge-functions"
[build.environment]
${variables.join('\n')}
[functions]
directory = ".netlify/v1/functions"
`
  await writeFile(join(project, 'netlify.toml'), settings, { mode: 0o600 })
  return project
}
