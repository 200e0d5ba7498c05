import type { Pages } from '#src/server/vendors/ports.ts'

/** The built site in memory: protected and public screens by path. */
export function memoryPages(files: Record<string, string>): Pages {
  const html = (path: string) => {
    const body = files[path]
    if (body === undefined) return null
    const type = path.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8'
    return new Response(body, { headers: { 'Content-Type': type, ETag: '"file"', 'Content-Length': '1' } })
  }
  return {
    openProtected: (path) => Promise.resolve(html(path)),
    openKept: (path) => Promise.resolve(html(path)),
    openPublic: (path) => {
      const screen = html(path)
      return screen ? Promise.resolve(screen) : Promise.reject(new Error(`no ${path}`))
    },
  }
}

/** A file server that is down. */
export const brokenPages: Pages = {
  openProtected: () => Promise.reject(new Error('file server down')),
  openKept: () => Promise.reject(new Error('file server down')),
  openPublic: () => Promise.reject(new Error('file server down')),
}
