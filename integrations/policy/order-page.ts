import { inlineHash } from '../../src/layouts/inline-hash.ts'

const START = '<head><meta charset="utf-8">'
const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)">/gi
const INLINE = /<(script|style)\b[^>]*>(.*?)<\/\1>/gs
const HASH = / '(sha256-[^']+)'/g
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/g
const SCRIPT = /<script>(.*?)<\/script>/gs
/** What Astro begins its islands with: each kind of `client:` there is, and the element itself. */
const BEGINS_ISLANDS = /\(self\.Astro\b|customElements\.define\("astro-island"/

/**
 * Astro writes a page's policy behind whatever the layout has in its head, and style and scripts of its islands before the
 * first of them. A policy holds for what follows it alone, and a style sheet belongs in the head. Nothing is painted while
 * the scripts run, so they go to the end and run behind the first paint. The policy also names every script and style that
 * Astro knows of: those of other pages are left out.
 *
 * @returns the page in order, and its policy. Throws when it has not exactly one, or begins in another way.
 */
export function orderPage(html: string): { html: string; policy: string } {
  const [found, ...more] = html.matchAll(POLICY)
  if (!found?.[1] || more.length > 0 || html.split(START).length !== 2) {
    throw new Error(`A page must begin with ${START} and have one policy.`)
  }
  const styles = (html.match(ISLAND_STYLE) ?? []).join('')
  const { rest, scripts } = takeIslandScripts(html)
  const script = scripts.length > 0 ? afterPaint(scripts) : null
  const bare = rest
    .replaceAll(POLICY, '')
    .replaceAll(ISLAND_STYLE, '')
    .replace('</head>', () => `${styles}</head>`)
    .replace('</body>', () => `${script === null ? '' : `<script>${script}</script>`}</body>`)
  const texts = [...bare.matchAll(INLINE)].map(([, , text = '']) => text)
  // A style that a script makes is empty in the beginning.
  const inline = new Set<string>([...texts, ''].map(inlineHash))
  const policy = found[1]
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(HASH, (source, hash: string) => (inline.has(hash) ? source : ''))
    .replace("script-src 'self'", (sources) =>
      script === null ? sources : `${sources} '${inlineHash(script)}'`,
    )
  const meta = `<meta http-equiv="content-security-policy" content="${policy.replaceAll('&', '&amp;')}">`
  return { html: bare.replace(START, () => START + meta), policy }
}

function takeIslandScripts(html: string): { rest: string; scripts: string[] } {
  const scripts: string[] = []
  const rest = html.replace(SCRIPT, (element, script: string) => {
    if (!BEGINS_ISLANDS.test(script)) return element
    scripts.push(script.trim())
    return ''
  })
  return { rest, scripts }
}

/**
 * Nobody presses what is not to be seen. A page in the background has no paint to wait for. An island that begins before the
 * page is read to its end would wait for that by itself, and what is pressed be given to nobody.
 */
function afterPaint(scripts: readonly string[]): string {
  const begin = `()=>{${scripts.join('\n')}\n}`
  const read = `document.readyState=='loading'?document.addEventListener('readystatechange',b,{once:true}):b()`
  return `(b=>{const r=()=>${read};document.hidden?r():requestAnimationFrame(()=>setTimeout(r))})(${begin})`
}
