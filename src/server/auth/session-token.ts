/** `__Host-`: only this very host, over a secure connection, for all paths, can have set it (RFC 6265bis). */
export const SESSION_COOKIE_NAME = '__Host-session'

/**
 * The session's token as the browser sent it, untouched, or null. A browser sends the cookie once; a request
 * that carries it twice was tampered with and counts as signed out.
 */
export function readSessionToken(headers: Headers): string | null {
  const tokens = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE_NAME}=`))
    .map((pair) => pair.slice(SESSION_COOKIE_NAME.length + 1))
  return tokens.length === 1 && tokens[0] ? tokens[0] : null
}
