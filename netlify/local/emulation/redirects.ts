/** By this header the emulation marks a request that it sends to its edge runtime. */
const EDGE_CALL = 'x-nf-passthrough'

/**
 * The emulation calls its edge runtime with a plain `fetch`, which follows the gate's redirects itself and answers
 * with the page they lead to. Redirects are the browser's: while this lasts, they come back as they are.
 */
export function leaveRedirectsAlone(): () => void {
  const follow = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const isEdgeCall = init instanceof Request && init.headers.has(EDGE_CALL)
    return isEdgeCall ? follow(new Request(input, init), { redirect: 'manual' }) : follow(input, init)
  }
  return () => {
    globalThis.fetch = follow
  }
}
