/** Not `x-nf-`: the edge runtime keeps such headers to itself. */
const PACKED = 'x-packed-cookies'

/**
 * The edge runtime hands on one `Set-Cookie` of an answer, the last: before it gets the answer its cookies are packed
 * into another header, and unpacked behind it.
 */
export function packCookies({ headers }: Response): void {
  const cookies = headers.getSetCookie()
  if (cookies.length < 2) return
  headers.delete('set-cookie')
  headers.set(PACKED, JSON.stringify(cookies))
}

/** The answer as it was before `packCookies`. */
export function unpackCookies(answer: Response): Response {
  const packed = answer.headers.get(PACKED)
  if (packed === null) return answer
  const unpacked = new Response(answer.body, answer)
  unpacked.headers.delete(PACKED)
  for (const cookie of JSON.parse(packed) as string[]) unpacked.headers.append('set-cookie', cookie)
  return unpacked
}
