import type { Plugin, ResolvedConfig } from 'vite'

/** A Vite plugin for a virtual module of servers. Fails a build that would send it to browsers. */
export function virtualModule(
  id: string,
  code: (config: ResolvedConfig) => string | Promise<string>,
): Plugin {
  const resolved = `\0${id}`
  return {
    name: id,
    enforce: 'pre',
    resolveId: (asked) => (asked === id ? resolved : undefined),
    load(asked) {
      if (asked !== resolved) return undefined
      if (this.environment.name === 'client') throw new Error(`${id} must not be imported by browser code.`)
      return code(this.environment.getTopLevelConfig())
    },
  }
}
