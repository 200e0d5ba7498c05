import type { BuiltFile, Pages } from '#src/server/vendors/ports.ts'

/** The built site in memory: protected and public screens by path. */
export function memoryPages(files: Record<string, string>): Pages {
  const open = (path: string) => {
    const text = files[path]
    if (text === undefined) return null
    return builtFile(text, path.endsWith('.json') ? 'application/json' : HTML)
  }
  return {
    openProtected: (path) => Promise.resolve(open(path)),
    openPublic: (path) => {
      const screen = open(path)
      return screen ? Promise.resolve(screen) : Promise.reject(new Error(`no ${path}`))
    },
  }
}

export function builtFile(text: string, type = HTML): BuiltFile {
  return { type, bytes: new TextEncoder().encode(text) }
}

const HTML = 'text/html; charset=utf-8'

/** A file server that is down. */
export const brokenPages: Pages = {
  openProtected: () => Promise.reject(new Error('file server down')),
  openPublic: () => Promise.reject(new Error('file server down')),
}
