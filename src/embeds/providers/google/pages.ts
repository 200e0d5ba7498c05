import { carry, partsOf } from '../../addresses.ts'
import { found, READS, type EmbedResult } from '../../embed-result.ts'
import { googleFile, SHARED } from './file.ts'

/** Sites, drawings, maps and reports of Looker Studio; places on a map are cards. */
export function matchGooglePages(url: URL): EmbedResult | undefined {
  const parts = partsOf(url)
  if (url.hostname === 'sites.google.com' && ['view', 'site'].includes(parts[0] ?? ''))
    return framed(url.href)
  const drawing = googleFile(url, 'drawings')
  if (drawing?.id) return framedDrawing(url, drawing.id, drawing.isPublished)
  if (isGoogle(url) && parts[0] === 'maps') return map(url, parts)
  if (['lookerstudio.google.com', 'datastudio.google.com'].includes(url.hostname)) {
    const at = parts.indexOf('reporting')
    const path = at >= 0 && parts[at + 1] ? parts.slice(at).join('/') : null
    if (!path) return undefined
    const own = 'https://lookerstudio.google.com'
    return framed(carry(url, `${own}/embed/${path}`, SHARED), carry(url, `${own}/${path}`, SHARED))
  }
  return undefined
}

function framedDrawing(url: URL, id: string, isPublished: boolean): EmbedResult {
  const drawing = `https://docs.google.com/drawings/d/${isPublished ? `e/${id}` : id}`
  const [frame, page] = isPublished ? ['pub', 'pub'] : ['preview', 'edit']
  return framed(carry(url, `${drawing}/${frame}`, SHARED), carry(url, `${drawing}/${page}`, SHARED))
}

/** A map made in My Maps, by any of its links, or the address in the “Embed a map” code. */
function map(url: URL, parts: string[]): EmbedResult {
  const mid = url.searchParams.get('mid')
  if (parts[1] === 'embed') return framed(url.href)
  if (parts[1] !== 'd' || !mid) {
    return found({
      provider: 'web',
      src: url.href,
      href: url.href,
      shape: 'page',
      framing: 'refused',
      sandbox: READS,
      allow: '',
    })
  }
  const own = 'https://www.google.com/maps/d'
  return framed(carry(url, `${own}/embed`, SHARED), carry(url, `${own}/viewer`, SHARED))
}

function isGoogle({ hostname }: URL): boolean {
  return hostname === 'www.google.com' || hostname === 'maps.google.com'
}

function framed(src: string, href = src): EmbedResult {
  return found({ provider: 'web', src, href, shape: 'page', sandbox: READS, allow: 'fullscreen' })
}
