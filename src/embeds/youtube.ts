import { parseTimestamp } from '../shared/playlist/times.ts'
import { createEmbed, WITH_VIDEO } from './embed.ts'
import { refused, type EmbedResult } from './link.ts'
import { isOnDomain, withoutParams, withParamsOf } from './url.ts'

export function matchYouTube(url: URL): EmbedResult | undefined {
  const isShort = url.hostname === 'youtu.be'
  if (!isShort && !isOnDomain(url, 'youtube.com') && !isOnDomain(url, 'youtube-nocookie.com'))
    return undefined
  const [kind = '', id = ''] = url.pathname.slice(1).split('/')
  const list = url.searchParams.get('list')
  if (list && (kind === 'playlist' || (kind === 'embed' && id === 'videoseries'))) {
    const query = `list=${encodeURIComponent(list)}`
    return player(url, `embed/videoseries?${query}&rel=0`, `playlist?${query}`)
  }
  if (isShort) return matchVideo(url, kind)
  if (kind === 'watch') return matchVideo(url, url.searchParams.get('v') ?? '')
  return matchVideo(url, /^(?:shorts|live|embed|v|e)$/.test(kind) ? id : '')
}

function matchVideo(url: URL, id: string): EmbedResult {
  if (!/^[\w-]{11}$/.test(id)) {
    const shareLink = 'the link to one video or playlist (on YouTube, “Share” → “Copy”)'
    return refused('not a YouTube video or playlist', shareLink)
  }
  const start = parseTimestamp(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '')
  const rest = withoutParams(url, (name) => /^(?:v|t|start)$/.test(name))
  return player(
    rest,
    `embed/${id}?rel=0${start ? `&start=${start}` : ''}`,
    `watch?v=${id}${start ? `&t=${start}s` : ''}`,
  )
}

function player(url: URL, frame: string, page: string): EmbedResult {
  const embed = createEmbed({
    provider: 'youtube',
    shape: 'video',
    src: withParamsOf(url, `https://www.youtube-nocookie.com/${frame}`),
    href: withParamsOf(url, `https://www.youtube.com/${page}`),
    sandbox: WITH_VIDEO,
    allow: 'fullscreen; encrypted-media; picture-in-picture; web-share',
  })
  return { ok: true, embed }
}
