/**
 * Whether a request that may change something was made by a page of this site. An `Origin` equal to ours, or the
 * browser's own word for it; a request that says neither is refused (OWASP CSRF Prevention: "Verifying Origin").
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  return headers.get('origin') === siteUrl || headers.get('sec-fetch-site') === 'same-origin'
}

/** Methods that never change anything (RFC 9110, section 9.2.1) and that this site answers. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
