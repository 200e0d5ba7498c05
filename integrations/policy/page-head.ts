import { inlineHash } from '../../src/layouts/inline-hash.ts'

const START = '<head><meta charset="utf-8">'
const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/gi
const INLINE = /<(script|style)\b[^>]*>(.*?)<\/\1>/gs
const HASH = / '(sha256-[^']+)'/g
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/g

/**
 * Astro writes a page's policy behind whatever the layout has in its head, and the style of its islands before the
 * first of them. A policy holds for what follows it alone, and a style sheet belongs in the head. It also names every script
 * and style that Astro knows of: those of other pages are left out.
 *
 * @returns the page in order, and its policy. Throws when it has not exactly one, or begins in another way.
 */
export function orderHead(html: string): { html: string; policy: string } {
  const [found, ...more] = html.matchAll(POLICY)
  if (!found?.[1] || more.length > 0 || html.split(START).length !== 2) {
    throw new Error(`A page must begin with ${START} and have one policy.`)
  }
  const styles = (html.match(ISLAND_STYLE) ?? []).join('')
  const bare = html
    .replaceAll(POLICY, '')
    .replaceAll(ISLAND_STYLE, '')
    .replace('</head>', () => `${styles}</head>`)
  const texts = [...bare.matchAll(INLINE)].map(([, , text = '']) => text)
  // A style that a script makes is empty in the beginning.
  const inline = new Set<string>([...texts, ''].map(inlineHash))
  const policy = found[1]
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(HASH, (source, hash: string) => (inline.has(hash) ? source : ''))
  const meta = `<meta http-equiv="content-security-policy" content="${policy.replaceAll('&', '&amp;')}">`
  return { html: bare.replace(START, () => START + meta), policy }
}
