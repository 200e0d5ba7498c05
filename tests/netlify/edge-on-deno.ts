// Run by Deno: serves the built edge function as Netlify does, before the origin, and says where it listens.
const [file = '', origin] = Deno.args
const { default: handle } = (await import(file)) as EdgeModule

export const server = Deno.serve(
  { hostname: '127.0.0.1', port: 0, onListen: () => undefined },
  (request, client) => {
    const { pathname, search } = new URL(request.url)
    // Netlify hands over a request of its own, whose headers may be changed.
    const own = new Request(request)
    const next = () => fetch(new Request(new URL(pathname + search, origin), own), { redirect: 'manual' })
    return handle(own, { ip: client.remoteAddr.hostname, deploy: { id: 'deno' }, next })
  },
)
console.log(`listening on ${server.addr.port}`)

/** What is used of Deno, whose types aren't installed. */
declare const Deno: {
  args: string[]
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    answer: (request: Request, client: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ): { addr: { port: number } }
}

interface EdgeModule {
  default: (request: Request, context: object) => Promise<Response>
}
