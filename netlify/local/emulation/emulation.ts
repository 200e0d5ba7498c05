import { NetlifyDev } from '@netlify/dev'
import { Turns, type EndTurn } from '../turns.ts'
import { packCookies } from './cookies.ts'
import { EDGE_CALL } from './edge-calls.ts'

/**
 * Netlify's emulation, one request at a time: of two at once, both would run the function from the bundle that was
 * made for one of them, and the first to be done removes it.
 */
export class Emulation extends NetlifyDev {
  readonly #turns = new Turns()
  #endTurn: EndTurn = () => undefined

  constructor(projectRoot: string) {
    super({ projectRoot, logger: quiet, skipGitignore: true, ...features })
  }

  /** Also what the edge runtime passes on comes through here. */
  override async handle(...request: Parameters<NetlifyDev['handle']>): Promise<Response | undefined> {
    const answer = await this.#inTurn(() => super.handle(...request))
    if (answer && request[0].headers.has(EDGE_CALL)) packCookies(answer)
    // Read to its end: a stream that the other side breaks off may throw where nothing can catch it.
    return answer?.body ? new Response(await answer.arrayBuffer(), answer) : answer
  }

  /** For work of the request whose turn it is, during which others have theirs. */
  async letOthersGoOn<T>(work: () => Promise<T>): Promise<T> {
    this.#endTurn()
    try {
      return await work()
    } finally {
      this.#endTurn = await this.#turns.take()
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#endTurn = await this.#turns.take()
    try {
      return await work()
    } finally {
      this.#endTurn()
    }
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
