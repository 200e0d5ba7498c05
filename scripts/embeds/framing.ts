/** Why a page lets this site show it in no frame, as the end of a sentence; nothing when it does. */
export function refusalOfFrames(
  { frameOptions, policies }: FrameHeaders,
  site: string | null,
): string | undefined {
  const ancestors = policies.flatMap(ancestorLists)
  // Where a policy names who may frame a page, browsers leave X-Frame-Options aside.
  if (ancestors.length > 0) {
    const closed = ancestors.find((list) => !list.some((source) => admits(source, site)))
    return closed && `frame-ancestors ${closed.join(' ') || "'none'"}`
  }
  return frameOptions === null ? undefined : `X-Frame-Options: ${frameOptions}`
}

/** One list for each policy; policies may share a header, separated by commas. */
function ancestorLists(header: string): string[][] {
  return header
    .split(',')
    .flatMap((policy) => policy.split(';'))
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name?.toLowerCase() === 'frame-ancestors')
    .map(([, ...sources]) => sources)
}

function admits(source: string, site: string | null): boolean {
  const text = source.toLowerCase()
  if (text === '*' || text === 'https:') return true
  if (!site || text.startsWith("'")) return false
  const match = /^(?:([a-z]+):\/\/)?(\*\.)?([^:/]+)(?::(\d+|\*))?\/?$/.exec(text)
  if (!match) return false
  const [, scheme, wildcard, host = '', port] = match
  const { protocol, hostname, port: ownPort } = new URL(site)
  if (scheme && `${scheme}:` !== protocol) return false
  if (port !== '*' && (port ?? '') !== ownPort) return false
  return wildcard ? hostname.endsWith(`.${host}`) : hostname === host
}

export interface FrameHeaders {
  frameOptions: string | null
  policies: string[]
}
