import { gzipSync } from 'node:zlib'
import { readBuiltSite } from './built-site.ts'

/** A page in bytes: compressed as a host sends it, and its styles as a browser reads them. */
export function weigh(path: string) {
  const site = readBuiltSite()
  const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`
  const html = site.publicFiles.includes(file) ? site.read(file) : site.readProtected(file)
  const styles = html.length - html.replace(/<style.*?<\/style>/gs, '').length
  return { compressed: gzipSync(html).length, styles }
}
