import { getDeployStore } from '@netlify/blobs'
import { deployStoreKeys, readFromDeployStore } from '../../tools/deploy-store.ts'
import { startHost } from './host.ts'
import { findPort } from './listen.ts'
import { PROJECT_ROOT } from './settings.ts'
import { loadBuiltFunctions, startScheduler } from './scheduler.ts'
import { startServices, type Services, type ServicesOptions } from './services.ts'

/**
 * Starts the portal on one machine: the built site with its database, blobs and mailbox. Sets the application's variables in
 * `process.env`. @throws StackError when something can't start.
 */
export async function startStack(options: StackOptions) {
  // Before the build, which takes a minute.
  await findPort({ hostname: options.host, port: options.ports.site, purpose: 'the site' })
  const services = await startServices(options)
  try {
    await options.beforeSite?.()
    const root = options.root ?? PROJECT_ROOT
    // The application reads its variables at the first request, but the store needs them now.
    Object.assign(process.env, services.env)
    await fillDeployStore(root)
    const { trustedProxies } = options
    const host = await startHost({ root, host: options.host, port: options.ports.site, trustedProxies })

    const siteUrl = options.siteUrl ?? `http://localhost:${host.port}`
    const env: Services['env'] = { ...services.env, SITE_URL: siteUrl }
    process.env.SITE_URL = siteUrl
    await services.claimSite(siteUrl)
    const scheduler = await startScheduler(await loadBuiltFunctions(root), (failed) =>
      services.writeStackFile(siteUrl, failed),
    )
    return {
      ...services,
      env,
      siteUrl,
      port: host.port,
      problems: scheduler.problems,
      async close() {
        await scheduler.close()
        await host.close()
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

export interface StackOptions extends ServicesOptions {
  host: string
  ports: ServicesOptions['ports'] & { site: number }
  trustedProxies?: readonly string[] | undefined
  root?: string
  beforeSite?: () => Promise<void>
}

export type Stack = Awaited<ReturnType<typeof startStack>>
