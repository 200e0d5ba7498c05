import { isUnder, partsOf, withQuery } from '../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../embed-result.ts'

/** A recording's share link; anything else of Loom is for people with an account there. */
export function matchLoom(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'loom.com')) return undefined
  const [kind = '', name = ''] = partsOf(url)
  // Newer links have the recording's title before its ID.
  const id = /(?:^|-)([0-9a-f]{32})$/.exec(name)?.[1]
  if (!['share', 'embed'].includes(kind) || !id) {
    return refused('not a Loom recording', 'the recording’s link (in Loom, “Share” → “Copy link”)')
  }
  return player(`https://www.loom.com/embed/${id}`, `https://www.loom.com/share/${id}`)
}

/** Videos, with the hash of those that are unlisted, events and showcases. */
export function matchVimeo(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'vimeo.com')) return undefined
  const parts = partsOf(url).filter((part) => part !== 'embed')
  // The last number: a video in a showcase has two.
  const at = parts.findLastIndex((part) => /^\d+$/.test(part))
  const [id, kind = ''] = [parts[at], parts[at - 1]]
  if (!id || ['manage', 'user'].includes(parts[0] ?? '')) {
    return refused('not a Vimeo video', 'the video’s link (in Vimeo, “Share” → “Copy link”)')
  }
  if (kind === 'event' || kind === 'showcase') {
    return player(`https://vimeo.com/${kind}/${id}/embed`, `https://vimeo.com/${kind}/${id}`)
  }
  const hash =
    url.searchParams.get('h') ?? (/^[0-9a-f]{6,}$/.test(parts[at + 1] ?? '') ? parts[at + 1] : null)
  const query = new URLSearchParams([...(hash ? [['h', hash]] : []), ['dnt', '1']])
  return player(
    withQuery(`https://player.vimeo.com/video/${id}`, query),
    `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
  )
}

function player(src: string, href: string): EmbedResult {
  return found({
    provider: 'web',
    src,
    href,
    shape: 'video',
    sandbox: `${READS} allow-presentation`,
    allow: 'fullscreen; encrypted-media; picture-in-picture',
  })
}
