export function isOnDomain(url: URL, host: string): boolean {
  return url.hostname === host || url.hostname.endsWith(`.${host}`)
}

/** A copy of a URL without some of its parameters. Those of a URL that has none of them stay as they are written. */
export function withoutParams(url: URL, isUnwanted: (name: string) => boolean): URL {
  const copy = new URL(url)
  for (const name of [...copy.searchParams.keys()]) if (isUnwanted(name)) copy.searchParams.delete(name)
  return copy
}

/** An address with the other parameters and the fragment of a URL: a service may need a part that we don't know. */
export function withParamsOf(url: URL, address: string): string {
  const result = new URL(address)
  const own = new Set(result.searchParams.keys())
  for (const [name, value] of url.searchParams) if (!own.has(name)) result.searchParams.append(name, value)
  if (url.hash) result.hash = url.hash
  return result.href
}
