import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EMULATION } from './install.ts'

/** By this header the emulation marks a request that it sends to its edge runtime, and that comes back from there. */
const EDGE_CALL = 'x-nf-passthrough'

/** Netlify's emulation of a project, with what is put right here about how it speaks with its edge runtime. */
export async function createEmulation(projectRoot: string): Promise<Emulation> {
  // The program itself comes first: the package's command is a wrapper, and ending that leaves the program running.
  process.env.PATH = [join(EMULATION, 'node_modules/deno'), process.env.PATH ?? ''].join(delimiter)
  // It is installed beside the project's own packages; of its two forms only the module can be loaded here.
  const entry = pathToFileURL(join(EMULATION, 'node_modules/@netlify/dev/dist/main.js')).href
  const { NetlifyDev } = (await import(entry)) as NetlifyPackage
  const emulation = new NetlifyDev({ projectRoot, logger: quiet, skipGitignore: true, ...features })
  const handle = emulation.handle.bind(emulation)
  const inTurn = createQueue()
  emulation.handle = async (request) => {
    if (!request.headers.has(EDGE_CALL)) return handle(request)
    // Two at once would run the function from one bundle, which the first to be done removes.
    const answer = await inTurn(() => handle(request))
    return answer && packCookies(answer)
  }
  followNoRedirects()
  return emulation
}

/** The edge runtime is asked with a plain `fetch`, which would follow the gate's redirects: these are the browser's. */
function followNoRedirects(): void {
  const call = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (!(init instanceof Request && init.headers.has(EDGE_CALL))) return call(input, init)
    return unpackCookies(await call(new Request(input, init), { redirect: 'manual' }))
  }
}

/** Not `x-nf-`: the edge runtime keeps such headers to itself. */
const PACKED = 'x-packed-cookies'

/** The edge runtime hands on one `Set-Cookie` of an answer: what comes before it travels in another header. */
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

/** What this product does not use, or what the one-machine stack does already, or what needs the network. */
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
