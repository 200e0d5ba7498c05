import { AVATARS_PREFIX, EDIT_PATH, FEEDS_PREFIX, SAMPLES_PREFIX, tokenScreens } from '#src/shared/paths.ts'

/**
 * On every response, because the host's header rules don't apply at the edge (OWASP Secure Headers Project, ASVS 5.0 V3.4).
 */
const commonHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
} as const

// No page uses these itself.
const FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/** @param delegated what a page's frames may use: `camera=https://a.example,https://b.example;microphone=…`. */
export function permissionsPolicy(delegated = ''): string {
  const origins = new URLSearchParams(delegated.replaceAll(';', '&'))
  return FEATURES.map((name) => {
    const allowed = origins.get(name)
    // A page that may not use a feature itself can't delegate it.
    const sources = allowed?.split(',').filter(Boolean) ?? []
    return `${name}=(${sources.length > 0 ? `self "${sources.join('" "')}"` : ''})`
  }).join(', ')
}

// For everything but pages: allows nothing, in case a browser renders it.
const POLICY_OF_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'"
// For SVG, whose styles are inline.
const POLICY_OF_SVG = `${POLICY_OF_DATA}; style-src 'unsafe-inline'`
const POLICY_OF_AVATARS = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Sets the security headers of a response. Each page also has a narrower policy in its `<meta>`. Video players need a referrer,
 * so only paths with a token send none.
 */
export function setSecurityHeaders(
  { headers, status }: Response,
  path: string,
  { pagePolicy, editPolicy, isOnThisMachine }: PagePolicy,
): void {
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value)
  if (!headers.has('Permissions-Policy')) headers.set('Permissions-Policy', permissionsPolicy())
  // For this host alone: subdomains may be another's, over http. On this machine, it would hold for every port.
  if (!isOnThisMachine) headers.set('Strict-Transport-Security', 'max-age=63072000')
  // Others see an ordinary screen at that path.
  const isEditor = path === EDIT_PATH && status === 200
  // In WebKit the editor's policy also holds for its preview, which is a frame of its own.
  const isFramed = isEditor || path.startsWith(SAMPLES_PREFIX)
  headers.set('X-Frame-Options', isFramed ? 'SAMEORIGIN' : 'DENY')
  const hasToken = path.startsWith(FEEDS_PREFIX) || (tokenScreens as readonly string[]).includes(path)
  headers.set('Referrer-Policy', hasToken ? 'no-referrer' : 'strict-origin-when-cross-origin')

  const policyOfPages = isEditor ? editPolicy : pagePolicy
  const type = headers.get('Content-Type')?.split(';')[0] ?? ''
  const policies: Record<string, string> = { 'text/html': policyOfPages, 'image/svg+xml': POLICY_OF_SVG }
  const policy = policies[type] ?? POLICY_OF_DATA
  headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${isFramed ? "'self'" : "'none'"}`)
  if (path.startsWith(AVATARS_PREFIX)) headers.set('Content-Security-Policy', POLICY_OF_AVATARS)
  // On a 304 the browser keeps the cached policies, and the content is unknown.
  if (status === 304)
    for (const name of ['Content-Security-Policy', 'Permissions-Policy']) headers.delete(name)
}

export interface PagePolicy {
  /** The content security policy for all pages; each page's `<meta>` may be narrower. */
  pagePolicy: string
  editPolicy: string
  /** Whether the site's URL leads to this machine. */
  isOnThisMachine: boolean
}
