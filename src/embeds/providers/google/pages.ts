import { partsOf } from '../../addresses.ts'
import { foundOnWeb, READS, type EmbedResult } from '../../embed-result.ts'
import { googleFile } from './file.ts'

/** Sites, drawings, maps and reports of Looker Studio; places on a map are cards. */
export function matchGooglePages(url: URL): EmbedResult | undefined {
  const parts = partsOf(url)
  if (url.hostname === 'sites.google.com' && ['view', 'site'].includes(parts[0] ?? '')) return framed(url)
  const drawing = googleFile(url, 'drawings')
  if (drawing?.id) {
    const [frame, page] = drawing.isPublished ? ['pub', 'pub'] : ['preview', 'edit']
    const own = `https://docs.google.com/drawings/d/${drawing.isPublished ? 'e/' : ''}${drawing.id}`
    return framed(url, `${own}/${frame}`, `${own}/${page}`)
  }
  if (/^(?:www|maps)\.google\.com$/.test(url.hostname) && parts[0] === 'maps') return map(url, parts)
  if (['lookerstudio.google.com', 'datastudio.google.com'].includes(url.hostname)) {
    const at = parts.indexOf('reporting')
    const path = at >= 0 && parts[at + 1] ? parts.slice(at).join('/') : null
    if (!path) return undefined
    const own = 'https://lookerstudio.google.com'
    return framed(url, `${own}/embed/${path}`, `${own}/${path}`)
  }
  return undefined
}

/** A map made in My Maps, by any of its links, or the address in the “Embed a map” code. */
function map(url: URL, parts: string[]): EmbedResult {
  const mid = url.searchParams.get('mid')
  if (parts[1] === 'embed') return framed(url)
  if (parts[1] !== 'd' || !mid) {
    return foundOnWeb(url, url.href, url.href, { shape: 'page', framing: 'refused', sandbox: READS })
  }
  const own = 'https://www.google.com/maps/d'
  return framed(url, `${own}/embed`, `${own}/viewer`)
}

function framed(from: URL, src = from.href, href = src): EmbedResult {
  return foundOnWeb(from, src, href, { shape: 'page', sandbox: READS })
}
