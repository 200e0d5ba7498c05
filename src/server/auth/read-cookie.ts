/**
 * A cookie's value as the browser sent it, untouched, or null. A browser sends each cookie once; a request that
 * carries one twice was tampered with and counts as having none.
 */
export function readCookie(headers: Headers, name: string): string | null {
  const values = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && values[0] ? values[0] : null
}
