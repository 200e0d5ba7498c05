import { partsOf } from '../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../embed-result.ts'

/** Videos, with the hash of those that are unlisted, events and showcases. */
export function matchVimeo(url: URL): EmbedResult {
  const parts = partsOf(url).filter((part) => !/^embed2?$/.test(part))
  const numbers = parts.flatMap((part, index) => (/^\d+$/.test(part) ? index : []))
  // A video in a showcase follows the showcase’s number, and a hash can look like a number.
  const at = numbers.find((index) => /^videos?$/.test(parts[index - 1] ?? '')) ?? numbers[0] ?? -1
  const [id, kind = ''] = [parts[at], parts[at - 1]]
  if (!id || ['manage', 'user'].includes(parts[0] ?? '')) {
    return refused('not a Vimeo video', 'the video’s link (in Vimeo, “Share” → “Copy link”)')
  }
  const below = parts.slice(at + 1)
  if (kind === 'live-chat' || below[0] === 'chat') return player(url, url.href, url.href)
  if (kind === 'event' || kind === 'showcase') {
    const page = `https://vimeo.com/${kind}/${id}`
    const frame = `${page}/${url.pathname.includes('/embed2') ? 'embed2' : 'embed'}`
    return player(url, [frame, ...below].join('/'), [page, ...below].join('/'))
  }
  const hash = url.searchParams.get('h') ?? below.find((part) => /^[0-9a-f]{6,}$/.test(part))
  return player(
    url,
    `https://player.vimeo.com/video/${id}?${hash ? `h=${encodeURIComponent(hash)}&` : ''}dnt=1`,
    `https://vimeo.com/${id}${hash ? `/${encodeURIComponent(hash)}` : ''}`,
  )
}

function player(from: URL, src: string, href: string): EmbedResult {
  const sandbox = `${READS} allow-presentation`
  const allow = 'fullscreen; encrypted-media; picture-in-picture'
  return found({ provider: 'web', from, src, href, shape: 'video', sandbox, allow })
}
