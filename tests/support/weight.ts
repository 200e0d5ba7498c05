import { gzipSync } from 'node:zlib'
import { readBuiltSite, stylesOf } from './built-site.ts'

/** A page in bytes: compressed as a host sends it, its styles as a browser reads them, and its scripts compressed. */
export function weigh(path: string) {
  const site = readBuiltSite()
  const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`
  const html = site.publicFiles.includes(file) ? site.read(file) : site.readProtected(file)
  const scripts = [...scriptsOf(html)].map((script) => gzipSync(site.read(script)).length)
  return {
    compressed: gzipSync(html).length,
    styles: stylesOf(site, html).length,
    scripts: scripts.reduce((sum, bytes) => sum + bytes, 0),
  }

  /** Those that run before anyone does something, with what they import. */
  function scriptsOf(page: string): Set<string> {
    const islands = [...page.matchAll(/<astro-island[^>]*client="(?:load|idle)"[^>]*>/g)].join()
    const found = new Set<string>()
    const add = (script: string) => {
      if (found.has(script)) return
      found.add(script)
      for (const [, name] of site.read(script).matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+)"/g))
        add(`_astro/${name}`)
    }
    for (const [, script = ''] of page.matchAll(/<script[^>]* src="\/(_astro\/[^"]+)"/g)) add(script)
    for (const [, script = ''] of islands.matchAll(/-url="\/(_astro\/[^"]+)"/g)) add(script)
    return found
  }
}
