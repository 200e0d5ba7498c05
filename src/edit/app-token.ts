import { type Viewer, placeholders } from '#src/shared/viewer.ts'

const GITHUB_API = 'https://api.github.com'

const HOUR_IS_OVER =
  'Your hour of editing is over. What you typed is kept in this browser: reload the page, sign in, and open this form again.'

const NO_NETWORK = 'GitHub can’t be reached. What you typed is kept: check your connection, then save again.'

/**
 * `fetch` for the editor. GitHub has no user behind an app's token (`ghs_…`), so the portal's member stands in; the gate has
 * checked that they are an editor.
 */
export function fetchAs(viewer: Viewer, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isApp = new Headers(init?.headers).get('authorization')?.startsWith('token ghs_')
    if (!isApp || !(typeof input === 'string')) return send(input, init)
    if (input === `${GITHUB_API}/user`) return Response.json(userOf(viewer))
    if (input.startsWith(`${GITHUB_API}/repos/`) && input.includes('/collaborators/'))
      return new Response(null, { status: 204 })
    const response = await send(input, init).catch(() => Promise.reject(new TypeError(NO_NETWORK)))
    return response.status === 401 ? Response.json({ message: HOUR_IS_OVER }, { status: 401 }) : response
  }
}

function userOf(viewer: Viewer) {
  const name = placeholders.name(viewer)
  return { id: viewer.id, name, login: name, avatar_url: viewer.avatarUrl, html_url: location.origin }
}
