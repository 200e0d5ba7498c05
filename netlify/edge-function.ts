import { onRequest } from '#src/middleware.ts'

/** The gate in front of every request: no route of Astro's has been matched yet, and no page is being built. */
export default function handle(request: Request, context: EdgeContext): Promise<Response> {
  const atEdge = { request, isPrerendered: false, routePattern: '', locals: { netlify: { context } } }
  return onRequest(atEdge, () => context.next())
}

type EdgeContext = App.Locals['netlify']['context'] & { next: () => Promise<Response> }
