import type { Plugin } from 'vite'

/** A module that exists only while building or developing, even if another file has its name; one for servers fails a build that would send it to browsers. */
export function virtualModule(id: string, code: () => string, isForServers = true): Plugin {
  const resolved = `\0${id}`
  return {
    name: id,
    enforce: 'pre',
    resolveId: (asked) => (asked === id ? resolved : undefined),
    load(asked) {
      if (asked !== resolved) return undefined
      if (isForServers && this.environment.name === 'client')
        throw new Error(`${id} must never reach a browser.`)
      return code()
    },
  }
}
