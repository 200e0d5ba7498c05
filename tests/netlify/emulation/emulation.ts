import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EMULATION } from './install.ts'

/** Marks requests between the emulator and its edge runtime. */
const EDGE_CALL = 'x-nf-passthrough'

/** Netlify's emulator for a project, with workarounds for its edge runtime. */
export async function createEmulation(projectRoot: string): Promise<Emulation> {
  // The binary before the package's wrapper: killing the wrapper would leave Deno running.
  process.env.PATH = [join(EMULATION, 'node_modules/deno'), process.env.PATH ?? ''].join(delimiter)
  // It isn't in the project's node_modules, so the ES module is imported by path.
  const entry = pathToFileURL(join(EMULATION, 'node_modules/@netlify/dev/dist/main.js')).href
  const { NetlifyDev } = (await import(entry)) as NetlifyPackage
  const emulation = new NetlifyDev({ projectRoot, logger: quiet, skipGitignore: true, ...features })
  const handle = emulation.handle.bind(emulation)
  const inTurn = createQueue()
  emulation.handle = async (request) => {
    if (!request.headers.has(EDGE_CALL)) return handle(request)
    // Serialised, because the first of two concurrent calls deletes the bundle of both.
    const answer = await inTurn(() => handle(request))
    return answer && packCookies(answer)
  }
  followNoRedirects()
  return emulation
}

/** The emulator calls its edge runtime with `fetch`, which would follow redirects meant for the browser. */
function followNoRedirects(): void {
  const call = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (!(init instanceof Request && init.headers.has(EDGE_CALL))) return call(input, init)
    return unpackCookies(await call(new Request(input, init), { redirect: 'manual' }))
  }
}

/** Not `x-nf-…`, which the edge runtime drops. */
const PACKED = 'x-packed-cookies'

/** The edge runtime forwards only one `Set-Cookie`, so all travel in another header. */
function packCookies(answer: Response): Response {
  const packed = new Response(answer.body, answer)
  const cookies = answer.headers.getSetCookie()
  packed.headers.delete('set-cookie')
  if (cookies.length > 0) packed.headers.set(PACKED, JSON.stringify(cookies))
  return packed
}

function unpackCookies(answer: Response): Response {
  const packed = answer.headers.get(PACKED)
  if (packed === null) return answer
  const unpacked = new Response(answer.body, answer)
  unpacked.headers.delete(PACKED)
  for (const cookie of JSON.parse(packed) as string[]) unpacked.headers.append('set-cookie', cookie)
  return unpacked
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** Features that the product doesn't use, that the local services provide, or that need the network. */
const off = { enabled: false }
const features = { aiGateway: off, blobs: off, database: off, geolocation: off, images: off }

const quiet = { log: () => undefined, warn: () => undefined, error: console.error }

export interface Emulation {
  start(): Promise<unknown>
  stop(): Promise<unknown>
  handle(request: Request): Promise<Response | undefined>
}

interface NetlifyPackage {
  NetlifyDev: new (options: object) => Emulation
}
