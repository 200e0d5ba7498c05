import type { Plugin } from 'vite'

/** A Vite plugin for a virtual module. With `isForServers`, fails a build that would send it to browsers. */
export function virtualModule(id: string, code: () => string, isForServers = true): Plugin {
  const resolved = `\0${id}`
  return {
    name: id,
    enforce: 'pre',
    resolveId: (asked) => (asked === id ? resolved : undefined),
    load(asked) {
      if (asked !== resolved) return undefined
      if (isForServers && this.environment.name === 'client')
        throw new Error(`${id} must not be imported by browser code.`)
      return code()
    },
  }
}
