import { partsOf } from '../../addresses.ts'
import { found, READS, type Answer } from '../../answer.ts'

/** Sites, maps by their embed address, and reports of Looker Studio. */
export function matchGooglePages(url: URL): Answer | undefined {
  const parts = partsOf(url)
  if (url.hostname === 'sites.google.com' && ['view', 'site'].includes(parts[0] ?? ''))
    return framed(url.href)
  if (isGoogle(url) && parts[0] === 'maps' && ['embed', 'd'].includes(parts[1] ?? '')) return framed(url.href)
  if (['lookerstudio.google.com', 'datastudio.google.com'].includes(url.hostname)) {
    const at = parts.indexOf('reporting')
    const path = at >= 0 && parts[at + 1] ? parts.slice(at).join('/') : null
    if (!path) return undefined
    return framed(`https://lookerstudio.google.com/embed/${path}`, `https://lookerstudio.google.com/${path}`)
  }
  return undefined
}

function isGoogle({ hostname }: URL): boolean {
  return hostname === 'www.google.com' || hostname === 'maps.google.com'
}

function framed(src: string, href = src): Answer {
  return found({ provider: 'web', src, href, shape: 'page', sandbox: READS, allow: 'fullscreen' })
}
