// More rounds of percent-encoding are an attack.
const MAX_DECODING_ROUNDS = 5

const PAGE_PATH = /^\/(?:[a-z0-9_~-][a-z0-9._~-]*(?:\/[a-z0-9_~-][a-z0-9._~-]*)*)?$/

// Suffixes under which a static file server also serves a page.
const FILE_NAMES = ['/index.html', '/index', '.html', '/']

/**
 * The canonical path of a page. A CDN serves the same file for `/%6ceaderboard`, `//leaderboard`, `/LEADERBOARD`,
 * `/leaderboard/`, `/leaderboard.html` and `/leaderboard/index.html`, which are all `/leaderboard`.
 *
 * @param raw the path of the request line, still encoded.
 */
export function canonicalPath(raw: string): CanonicalPath {
  const decoded = decodeUntilStable(raw)
  if (decoded === null) return { kind: 'malformed' }

  const path = withoutFileNames(decoded.replace(/\/{2,}/g, '/').toLowerCase())
  if (!PAGE_PATH.test(path)) return { kind: 'unknown' }
  return { kind: 'page', path }
}

export type CanonicalPath = { kind: 'page'; path: string } | { kind: 'unknown' } | { kind: 'malformed' }

// null when the encoding is invalid or nested too deeply.
function decodeUntilStable(raw: string): string | null {
  let path = raw
  try {
    for (let round = 0; round <= MAX_DECODING_ROUNDS; round++) {
      const decoded = decodeURIComponent(path)
      if (decoded === path) return path
      path = decoded
    }
  } catch {
    // The encoding is invalid.
  }
  return null
}

function withoutFileNames(path: string): string {
  let end = path.length
  for (let name = fileNameBefore(path, end); name; name = fileNameBefore(path, end)) end -= name.length
  return path.slice(0, end) || '/'
}

function fileNameBefore(path: string, end: number): string | undefined {
  return FILE_NAMES.find((name) => path.endsWith(name, end))
}
