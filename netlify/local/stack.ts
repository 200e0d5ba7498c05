import { getDeployStore } from '@netlify/blobs'
import { deployStoreKeys, readFromDeployStore } from '../../tools/deploy-store.ts'
import { startHost, type HostOptions } from './host.ts'
import { findPort } from './listen.ts'
import { loadBuiltFunctions, type ScheduledFunction, startScheduler } from './scheduler.ts'
import { startServices, type ServicesOptions } from './services.ts'

/**
 * Starts the portal on one machine: the site with its database, blobs, mailbox and schedules. @throws StackError when something
 * can't start.
 *
 * @param startSite sets the application's variables in `process.env`.
 */
export async function startStack(options: StackOptions, startSite: (place: Place) => Promise<Site>) {
  const { host, ports } = options
  // Before the site is built, which takes a minute.
  const port = await findPort({ hostname: host, port: ports.site, purpose: 'the site' })
  const siteUrl = options.siteUrl ?? `http://localhost:${port}`
  const services = await startServices({ ...options, siteUrl })
  try {
    const site = await startSite({ host, port, env: services.env })
    const scheduler = await startScheduler(site.functions, services.writeStackFile)
    return {
      ...services,
      siteUrl,
      port,
      problems: scheduler.problems,
      async close() {
        await scheduler.close()
        await site.close()
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}

/** Serves a finished build as Netlify does. */
export async function startBuiltSite({ env, ...options }: Place & HostOptions): Promise<Site> {
  Object.assign(process.env, env)
  await fillDeployStore(options.root)
  const functions = await loadBuiltFunctions(options.root)
  const { close } = await startHost(options)
  return { functions, close }
}

/** Replaces the contents of the deploy store with the files of the build, as Netlify does at a deploy. */
export async function fillDeployStore(root: string): Promise<void> {
  const store = getDeployStore()
  await store.deleteAll()
  await Promise.all(
    deployStoreKeys(root).map(async (key) => {
      const { bytes, metadata } = await readFromDeployStore(root, key)
      await store.set(key, new Blob([new Uint8Array(bytes)]), { metadata })
    }),
  )
}

interface StackOptions extends Omit<ServicesOptions, 'siteUrl'> {
  siteUrl?: string | undefined
  host: string
  ports: ServicesOptions['ports'] & { site: number }
}

interface Place {
  host: string
  port: number
  env: Record<string, string>
}

interface Site {
  functions: ScheduledFunction[]
  close: () => Promise<void>
}

export type Stack = Awaited<ReturnType<typeof startStack>>
