import { isUnder, partsOf } from '../addresses.ts'
import { secondsOfStamp } from '../../shared/playlist/times.ts'
import { found, READS, refused, type EmbedResult } from '../embed-result.ts'

const SHARE_LINK = 'the link to one video or playlist (on YouTube, “Share” → “Copy”)'

/** Videos and playlists, on YouTube’s host without cookies. */
export function matchYouTube(url: URL): EmbedResult | undefined {
  const isShort = url.hostname === 'youtu.be'
  if (!isShort && !isUnder(url, 'youtube.com') && !isUnder(url, 'youtube-nocookie.com')) return undefined
  const [kind = '', id] = partsOf(url)
  const list = url.searchParams.get('list')
  if (kind === 'playlist' || (kind === 'embed' && id === 'videoseries')) {
    const query = `list=${encodeURIComponent(list ?? '')}`
    if (!list) return refused('not a YouTube video or playlist', SHARE_LINK)
    return player(`embed/videoseries?${query}&rel=0`, `playlist?${query}`, url)
  }
  if (isShort) return video(kind, url)
  if (kind === 'watch') return video(url.searchParams.get('v'), url)
  if (['shorts', 'live', 'embed', 'v', 'e'].includes(kind)) return video(id, url)
  return refused('not a YouTube video or playlist', SHARE_LINK)
}

function video(id: string | null | undefined, url: URL): EmbedResult {
  if (!id || !/^[\w-]{11}$/.test(id)) {
    return refused('not a YouTube video, whose ID has eleven characters', SHARE_LINK)
  }
  const start = secondsOfStamp(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '0')
  return player(
    `embed/${id}?rel=0${start ? `&start=${start}` : ''}`,
    `watch?v=${id}${start ? `&t=${start}s` : ''}`,
    url,
    start === null ? PATH : /^(?:v|t|start)$/,
  )
}

function player(frame: string, page: string, from: URL, dropped = PATH): EmbedResult {
  return found({
    provider: 'youtube',
    from,
    src: `https://www.youtube-nocookie.com/${frame}`,
    href: `https://www.youtube.com/${page}`,
    shape: 'video',
    dropped,
    sandbox: `${READS} allow-presentation`,
    allow: 'fullscreen; encrypted-media; picture-in-picture; web-share',
  })
}

/** What the path says. */
const PATH = /^v$/
