import { AVATARS_PREFIX, DECIDE_PATH, EDIT_PATH, FEEDS_PREFIX, tokenScreens } from '#src/shared/paths.ts'

/**
 * Header rules of the host do not apply to answers made at the edge, so the gate sets them on everything.
 * Sources: OWASP Secure Headers Project, ASVS 5.0 V3.4.
 */
const headersOfEveryAnswer = {
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
} as const

/** An answer that is no page needs nothing, and were it ever taken for a page, it could do nothing. */
const POLICY_OF_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'"
const POLICY_OF_AVATARS = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What the browser makes a document of. */
const DOCUMENT = /^(?:text\/html|image\/svg\+xml)\b/

/**
 * Video players refuse a visitor without a referrer, so only what has a token in its address sends none.
 *
 * Each page's own policy stands in its `<meta>`, and both hold.
 */
export function setSecurityHeaders(
  { headers, status }: Response,
  path: string,
  { pagePolicy, editPolicy, framedPaths }: PagePolicy,
): void {
  for (const [name, value] of Object.entries(headersOfEveryAnswer)) headers.set(name, value)
  const isFramed = framedPaths.some((prefix) => path.startsWith(prefix))
  headers.set('X-Frame-Options', isFramed ? 'SAMEORIGIN' : 'DENY')
  headers.set('Referrer-Policy', hasToken(path, status) ? 'no-referrer' : 'strict-origin-when-cross-origin')

  // What others are shown at that address is a screen like any.
  const policyOfPages = path === EDIT_PATH && status === 200 ? editPolicy : pagePolicy
  const policy = headers.get('Content-Type')?.match(DOCUMENT) ? policyOfPages : POLICY_OF_DATA
  headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${isFramed ? "'self'" : "'none'"}`)
  if (path.startsWith(AVATARS_PREFIX)) headers.set('Content-Security-Policy', POLICY_OF_AVATARS)
  // The browser keeps the policy that the answer came with; a 304 of the host does not say what it is about.
  if (status === 304) headers.delete('Content-Security-Policy')
}

function hasToken(path: string, status: number): boolean {
  // To whom it is not shown it is an address like any.
  if (path === DECIDE_PATH) return status === 200 || status === 304
  return path.startsWith(FEEDS_PREFIX) || (tokenScreens as readonly string[]).includes(path)
}

export interface PagePolicy {
  /** The content security policy that a page can be sent with; the page's own may be narrower. */
  pagePolicy: string
  /** The one that the editor's page is sent with, and no other. */
  editPolicy: string
  /** What is below these paths may stand in a frame, and only in one of this site. */
  framedPaths: readonly string[]
}
