import { unpackCookies } from './cookies.ts'
import { EDGE_CALL, type Emulation } from './emulation.ts'

/** By this method it asks its edge runtime which paths the edge functions are for. */
const CONFIG_CALL = 'NETLIFYCONFIG'

/**
 * Puts right how the emulation speaks with its edge runtime, while this lasts:
 * - It calls with a plain `fetch`, which follows the gate's redirects itself and answers with the page they lead to.
 *   Redirects are the browser's: they come back as they are.
 * - Before each request it has the edge functions loaded once more, to ask for their paths. A finished build's stay
 *   what they are: the first answer is kept.
 * - Of several cookies that an answer sets, the edge runtime hands on one. They come back packed, see `packCookies`.
 * - While the edge runtime works on one request, the emulation goes on with others.
 */
export function adaptEdgeCalls({ letOthersGoOn }: Pick<Emulation, 'letOthersGoOn'>): () => void {
  const call = globalThis.fetch
  const configs = new Map<string, Promise<string>>()
  globalThis.fetch = async (input, init) => {
    if (init?.method === CONFIG_CALL && input instanceof URL) return new Response(await askOnce(input, init))
    const isEdgeCall = init instanceof Request && init.headers.has(EDGE_CALL)
    if (!isEdgeCall) return call(input, init)
    const answer = await letOthersGoOn(() => call(new Request(input, init), { redirect: 'manual' }))
    return unpackCookies(answer)
  }
  return () => {
    globalThis.fetch = call
  }

  function askOnce(url: URL, init: RequestInit): Promise<string> {
    const known = configs.get(url.href)
    if (known) return known
    const asked = call(url, init).then(textOf)
    configs.set(url.href, asked)
    asked.catch(() => configs.delete(url.href))
    return asked
  }
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The edge function cannot be loaded: ${text}`)
  return text
}
