/** A host of the tests' build in a process of its own, with nothing kept and a canary in each protected file. */
import { getDeployStore } from '@netlify/blobs'
import { startNetlifyPreview } from '../../netlify/local/preview-netlify.ts'
import { startServices } from '../../netlify/local/services.ts'
import { startStack } from '../../netlify/local/stack.ts'
import { keysOfDeployStore, readFromDeployStore } from '../../tools/deploy-store.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { freePort } from '../support/free-port.ts'
import { withCanary } from './built-portal.ts'
import { openFrontDoor } from './front-door.ts'

const { kind } = JSON.parse(process.argv[2] ?? '') as HostOptions
const started = await (kind === 'emulation' ? startEmulation() : startOneMachine())
await plantCanaries()
const message: HostMessage = { siteUrl: started.siteUrl, databaseUrl: started.databaseUrl }
process.send?.(message)
process.once('disconnect', () => void started.close().then(() => process.exit()))

function startOneMachine(): Promise<Started> {
  const ports = { site: 0, mailbox: 0, postgres: 0 }
  return startStack({ root: BUILT_PROJECT, dataFolder: null, host: '127.0.0.1', ports })
}

async function startEmulation(): Promise<Started> {
  const host = '127.0.0.1'
  const services = await startServices({
    dataFolder: null,
    host,
    ports: { mailbox: 0, postgres: 0 },
  })
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const env = { ...services.env, SITE_URL: siteUrl }
  const preview = await startNetlifyPreview({ root: BUILT_PROJECT, host, port: await freePort(), env })
  const door = await openFrontDoor(port, preview.url)
  return {
    siteUrl,
    databaseUrl: services.databaseUrl,
    async close() {
      door.close()
      await preview.close()
      await services.close()
    },
  }
}

/** Over what the build has left there, before the first request. */
async function plantCanaries(): Promise<void> {
  const store = getDeployStore()
  for (const key of keysOfDeployStore(BUILT_PROJECT)) {
    const { bytes, metadata } = await readFromDeployStore(BUILT_PROJECT, key)
    await store.set(key, new Blob([withCanary(key, bytes)]), { metadata })
  }
}

export interface HostOptions {
  kind: 'sockets' | 'emulation'
}

interface Started {
  siteUrl: string
  databaseUrl: string
  close: () => Promise<void>
}

export interface HostMessage {
  siteUrl: string
  databaseUrl: string
}
