import { fillDeployStore } from './deploy-store.ts'
import { startHost } from './host.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { startScheduler } from './scheduler.ts'
import { startServices, type Services, type ServicesOptions } from './services.ts'

/**
 * The whole portal on one machine: the built site with its database, blobs and mailbox. Sets the application's
 * variables in the environment of this process. Throws a StackError when something cannot start.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const services = await startServices(options)
  try {
    await options.beforeSite?.(services)
    const root = options.root ?? PROJECT_ROOT
    // The application reads its variables at the first request, not when it is loaded; the store wants its own now.
    Object.assign(process.env, services.env)
    await fillDeployStore(root)
    const host = await startHost({ root, host: options.host, port: options.ports.site })

    const siteUrl = options.siteUrl ?? `http://localhost:${host.port}`
    const env = { ...services.env, SITE_URL: siteUrl }
    process.env.SITE_URL = siteUrl
    const scheduler = startScheduler({ root, wakeFile: services.wakeFile })
    return {
      ...services,
      env,
      siteUrl,
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

export interface StackOptions extends ServicesOptions {
  ports: ServicesOptions['ports'] & { site: number }
  /** Under which address people open the site, where it is not localhost. */
  siteUrl?: string | undefined
  /** The project whose build is served; this one unless a test brings its own. */
  root?: string
  /** Runs when the services are there and the site is not: time to build it, to put a first member in. */
  beforeSite?: (services: Services) => Promise<void>
}

export interface Stack extends Services {
  siteUrl: string
}
