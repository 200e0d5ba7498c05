/** More rounds of percent-decoding than this are an attack, not a typing mistake. */
const MAX_DECODING_ROUNDS = 5

/** What page addresses are made of. Anything else that survives decoding names no page. */
const PAGE_PATH = /^\/(?:[a-z0-9_~-][a-z0-9._~-]*(?:\/[a-z0-9_~-][a-z0-9._~-]*)*)?$/

/** What a static file server adds to the name of a page. */
const FILE_NAMES = ['/index.html', '/index', '.html', '/']

/**
 * The one name of a page among all the names a CDN knows for its file: `/%6ceaderboard`, `//leaderboard`,
 * `/LEADERBOARD`, `/leaderboard/`, `/leaderboard.html` and `/leaderboard/index.html` are all `/leaderboard`.
 *
 * @param raw the path as it came in the request line, still encoded.
 */
export function canonicalPath(raw: string): CanonicalPath {
  const decoded = decodeUntilStable(raw)
  if (decoded === null) return { kind: 'malformed' }

  const path = withoutFileNames(collapseSlashes(decoded).toLowerCase())
  if (!PAGE_PATH.test(path)) return { kind: 'unknown' }
  return path === raw ? { kind: 'canonical', path } : { kind: 'moved', path }
}

export type CanonicalPath =
  /** `path` is what was asked for, to the byte. */
  | { kind: 'canonical'; path: string }
  /** `path` is the same page's proper name. */
  | { kind: 'moved'; path: string }
  /** Well-formed, but no page can have this name. */
  | { kind: 'unknown' }
  /** Broken encoding. */
  | { kind: 'malformed' }

/** null when the encoding is invalid or deeper than a page's. */
function decodeUntilStable(raw: string): string | null {
  let path = raw
  for (let round = 0; round <= MAX_DECODING_ROUNDS; round++) {
    const decoded = decodeOnce(path)
    if (decoded === null || decoded === path) return decoded
    path = decoded
  }
  return null
}

function decodeOnce(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function collapseSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/')
}

/** Strips the names a static file server adds to an address, however often they are stacked. */
function withoutFileNames(path: string): string {
  let end = path.length
  for (let name = fileNameBefore(path, end); name; name = fileNameBefore(path, end)) end -= name.length
  return path.slice(0, end) || '/'
}

function fileNameBefore(path: string, end: number): string | undefined {
  return FILE_NAMES.find((name) => path.endsWith(name, end))
}
