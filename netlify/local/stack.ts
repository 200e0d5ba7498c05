import { getDeployStore } from '@netlify/blobs'
import { deployStoreKeys, readFromDeployStore } from '../../tools/deploy-store.ts'
import { startHost } from './host.ts'
import { findPort } from './listen.ts'
import { PROJECT_ROOT } from './settings.ts'
import { loadBuiltFunctions, startScheduler } from './scheduler.ts'
import { startServices, type ServicesOptions } from './services.ts'

/**
 * Starts the portal on one machine: the built site with its database, blobs and mailbox. Sets the application's variables in
 * `process.env`. @throws StackError when something can't start.
 */
export async function startStack(options: StackOptions) {
  const { host, ports, trustedProxies, root = PROJECT_ROOT } = options
  // Before the build, which takes a minute.
  const port = await findPort({ hostname: host, port: ports.site, purpose: 'the site' })
  const siteUrl = options.siteUrl ?? `http://localhost:${port}`
  const services = await startServices({ ...options, siteUrl })
  try {
    await options.beforeSite?.()
    // The application reads its variables at the first request, but the store needs them now.
    Object.assign(process.env, services.env)
    await fillDeployStore(root)
    const site = await startHost({ root, host, port, trustedProxies })
    const scheduler = await startScheduler(await loadBuiltFunctions(root), services.writeStackFile)
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

export interface StackOptions extends Omit<ServicesOptions, 'siteUrl'> {
  siteUrl?: string | undefined
  host: string
  ports: ServicesOptions['ports'] & { site: number }
  trustedProxies?: readonly string[] | undefined
  root?: string
  beforeSite?: () => Promise<void>
}

export type Stack = Awaited<ReturnType<typeof startStack>>
