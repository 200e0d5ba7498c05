import { serveAtEdge } from '#src/server/edge.ts'

/** Netlify edge function: runs the gate before every request. */
export default function handle(request: Request, context: EdgeContext): Promise<Response> {
  return serveAtEdge(request, context, () => context.next())
}

type EdgeContext = App.Locals['netlify']['context'] & { next: () => Promise<Response> }
