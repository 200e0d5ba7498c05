/** A cookie to set. Its name and `Secure` on the wire follow from the scheme of the site's URL. */
export interface Cookie {
  /**
   * `session` signs in. `device` identifies a known browser, and grants no access. `sign-up` identifies the browser that signed up,
   * and grants nothing without the emailed link.
   */
  name: 'session' | 'device' | 'sign-up' | 'view-as'
  value: string
  /** In seconds; 0 deletes the cookie. */
  maxAge: number
}

/** What a use case has for the browser's cookies; null changes nothing. */
export type Cookies = Readonly<Partial<Record<Cookie['name'], Cookie | null>>>

export const noSession: Cookie = { name: 'session', value: '', maxAge: 0 }

/** The cookie as browsers get it, with attributes for Astro. */
export function siteCookie({ name, value, maxAge }: Cookie, siteUrl: string) {
  const attributes = { httpOnly: true, secure: isHttps(siteUrl), sameSite: 'lax', path: '/', maxAge } as const
  return { name: cookieName(name, siteUrl), value, attributes }
}

export function serializeCookie(cookie: Cookie, siteUrl: string): string {
  const { name, value, attributes } = siteCookie(cookie, siteUrl)
  const secure = attributes.secure ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${attributes.maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/**
 * The value of a cookie; null when it is absent, empty or sent more than once, which only a tampered request does.
 */
export function readCookie(headers: Headers, name: Cookie['name'], siteUrl: string): string | null {
  const start = `${cookieName(name, siteUrl)}=`
  const values = headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
  return values?.length === 1 && values[0] ? values[0] : null
}

/** `__Host-`: only this host can have set it, over https (RFC 6265bis). WebKit keeps neither it nor `Secure` from http://localhost. */
export function cookieName(name: Cookie['name'], siteUrl: string): string {
  return isHttps(siteUrl) ? `__Host-${name}` : name
}

function isHttps(siteUrl: string): boolean {
  return siteUrl.startsWith('https:')
}
