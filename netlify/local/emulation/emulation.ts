import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packCookies } from './cookies.ts'
import { EMULATION } from './install.ts'

/** By this header the emulation marks a request that it sends to its edge runtime, and that comes back from there. */
export const EDGE_CALL = 'x-nf-passthrough'

/**
 * Netlify's emulation, one request at a time: of two at once, both would run the function from the bundle that was
 * made for one of them, and the first to be done removes it.
 */
export async function createEmulation(projectRoot: string): Promise<Emulation> {
  // It is installed beside the project's own packages; of its two forms only the module can be loaded here.
  const entry = pathToFileURL(join(EMULATION, 'node_modules/@netlify/dev/dist/main.js')).href
  const { NetlifyDev } = (await import(entry)) as NetlifyPackage
  const emulation = new NetlifyDev({ projectRoot, logger: quiet, skipGitignore: true, ...features })
  const handle = emulation.handle.bind(emulation)
  const mutex = new Mutex()
  // Also what the edge runtime passes on comes through here.
  emulation.handle = async (request) => {
    await mutex.lock()
    try {
      const answer = await handle(request)
      if (answer && request.headers.has(EDGE_CALL)) packCookies(answer)
      // Read to its end: a stream that the other side breaks off may throw where nothing can catch it.
      return answer?.body ? new Response(await answer.arrayBuffer(), answer) : answer
    } finally {
      mutex.unlock()
    }
  }
  return Object.assign(emulation, {
    async letOthersGoOn<T>(work: () => Promise<T>): Promise<T> {
      mutex.unlock()
      try {
        return await work()
      } finally {
        await mutex.lock()
      }
    },
  })
}

/** Held by one caller at a time, in the order of asking. */
class Mutex {
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  async lock(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isHeld = true
  }

  unlock(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isHeld = false
  }
}

/** What this product does not use, or what the one-machine stack does already, or what needs the network. */
const off = { enabled: false }
const features = { aiGateway: off, blobs: off, database: off, geolocation: off, images: off }

const quiet = {
  log: () => undefined,
  warn: () => undefined,
  error: (...lines: unknown[]) => {
    console.error(...lines)
  },
}

interface NetlifyDev {
  start(): Promise<unknown>
  stop(): Promise<unknown>
  handle(request: Request): Promise<Response | undefined>
}

interface NetlifyPackage {
  NetlifyDev: new (options: object) => NetlifyDev
}

export interface Emulation extends NetlifyDev {
  /** For work of the request that is being handled, during which others are. */
  letOthersGoOn: <T>(work: () => Promise<T>) => Promise<T>
}
