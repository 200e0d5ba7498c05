import { serveAtEdge } from '#src/server/edge.ts'

/** The gate in front of every request. */
export default function handle(request: Request, context: EdgeContext): Promise<Response> {
  return serveAtEdge(request, context, () => context.next())
}

type EdgeContext = App.Locals['netlify']['context'] & { next: () => Promise<Response> }
