/** The parts of a path between its slashes, decoded where they can be. */
export function partsOf(url: URL): string[] {
  return url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
}

/** The query with only these parameters, in the same order. */
export function keepOnly(url: URL, isKept: (name: string) => boolean): URLSearchParams {
  return new URLSearchParams([...url.searchParams].filter(([name]) => isKept(name)))
}

/** An address with a query, or without a bare question mark. */
export function withQuery(address: string, query: URLSearchParams, fragment = ''): string {
  const search = query.toString()
  return `${address}${search && `?${search}`}${fragment && `#${fragment}`}`
}

/** Whether a host is this one or below it. */
export function isUnder(url: URL, host: string): boolean {
  return url.hostname === host || url.hostname.endsWith(`.${host}`)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
