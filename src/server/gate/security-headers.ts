import { AVATARS_PREFIX, SAMPLES_PREFIX, tokenScreens } from '#src/shared/paths.ts'

/**
 * Header rules of the host do not apply to answers made at the edge, so the gate sets them on everything. The
 * page's own policy for scripts, styles and frames travels in its `<meta>`; here stands what only a header can say.
 * Sources: OWASP Secure Headers Project, ASVS 5.0 V3.4.
 */
const headersOfEveryAnswer = {
  'Content-Security-Policy': policy("frame-ancestors 'none'"),
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
} as const

/** The programme's pages show samples in frames; nobody else's page may. */
const headersOfSamples = {
  'Content-Security-Policy': policy("frame-ancestors 'self'"),
  'X-Frame-Options': 'SAMEORIGIN',
} as const

/** A picture needs nothing, and were it ever taken for a page, it could do nothing. */
const headersOfAvatars = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const

/** Video players refuse a visitor without a referrer, so only screens with a token in their address send none. */
export function setSecurityHeaders(headers: Headers, path: string): void {
  for (const [name, value] of Object.entries(headersOfEveryAnswer)) headers.set(name, value)
  if (path.startsWith(SAMPLES_PREFIX)) {
    for (const [name, value] of Object.entries(headersOfSamples)) headers.set(name, value)
  }
  if (path.startsWith(AVATARS_PREFIX)) {
    for (const [name, value] of Object.entries(headersOfAvatars)) headers.set(name, value)
  }
  headers.set('Referrer-Policy', isTokenScreen(path) ? 'no-referrer' : 'strict-origin-when-cross-origin')
}

function isTokenScreen(path: string): boolean {
  return (tokenScreens as readonly string[]).includes(path)
}

function policy(frameAncestors: string): string {
  return `${frameAncestors}; base-uri 'none'; form-action 'self'; object-src 'none'`
}
