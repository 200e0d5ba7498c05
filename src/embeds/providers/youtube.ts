import { isUnder, partsOf, withQuery } from '../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../embed-result.ts'

const SHARE_LINK = 'the link to one video or playlist (on YouTube, “Share” → “Copy”)'

/** Videos and playlists, on YouTube’s host without cookies. */
export function matchYouTube(url: URL): EmbedResult | undefined {
  const isShort = url.hostname === 'youtu.be'
  if (!isShort && !isUnder(url, 'youtube.com') && !isUnder(url, 'youtube-nocookie.com')) return undefined
  if (url.hostname === 'studio.youtube.com') return refused('the video’s edit page', SHARE_LINK)

  const parts = partsOf(url)
  const [kind = '', id] = parts
  const list = url.searchParams.get('list')
  if (kind === 'playlist' || (kind === 'embed' && id === 'videoseries')) {
    return list ? playlist(list) : refused('not a YouTube playlist', SHARE_LINK)
  }
  const channel = url.searchParams.get('channel')
  if (kind === 'embed' && id === 'live_stream' && channel) return live(channel)
  if (isShort) return video(kind, url, list)
  if (kind === 'watch') return video(url.searchParams.get('v'), url, list)
  if (['shorts', 'live', 'embed', 'v', 'e'].includes(kind)) return video(id, url, list)
  if (kind === 'channel' && id && parts[2] === 'live') return live(id)
  if (kind === 'clip') return refused('a clip, which can’t be embedded', SHARE_LINK)
  if (kind.startsWith('@') || ['channel', 'c', 'user'].includes(kind)) {
    return refused('a channel, which YouTube doesn’t let other sites show', SHARE_LINK)
  }
  return refused('not a YouTube video', SHARE_LINK)
}

function video(id: string | null | undefined, url: URL, list: string | null): EmbedResult {
  if (!id || !/^[\w-]{11}$/.test(id)) {
    return refused('not a YouTube video, whose ID has eleven characters', SHARE_LINK)
  }
  const start = secondsOf(
    url.searchParams.get('start') ?? url.searchParams.get('t') ?? url.hash.replace(/^#t=/, ''),
  )
  const query = new URLSearchParams({ rel: '0' })
  const watch = new URLSearchParams({ v: id })
  if (list) {
    query.set('list', list)
    watch.set('list', list)
  }
  if (start > 0) {
    query.set('start', String(start))
    watch.set('t', `${start}s`)
  }
  return player(`embed/${id}`, query, withQuery('https://www.youtube.com/watch', watch))
}

/** A channel’s live stream. */
function live(channel: string): EmbedResult {
  const query = new URLSearchParams({ channel, rel: '0' })
  return player('embed/live_stream', query, `https://www.youtube.com/channel/${channel}/live`)
}

function playlist(list: string): EmbedResult {
  const href = withQuery('https://www.youtube.com/playlist', new URLSearchParams({ list }))
  return player('embed/videoseries', new URLSearchParams({ list, rel: '0' }), href)
}

function player(path: string, query: URLSearchParams, href: string): EmbedResult {
  return found({
    provider: 'youtube',
    src: withQuery(`https://www.youtube-nocookie.com/${path}`, query),
    href,
    shape: 'video',
    sandbox: `${READS} allow-presentation`,
    allow: 'fullscreen; encrypted-media; picture-in-picture; web-share',
  })
}

/** `90`, `90s`, `1m30s`, `1h2m3s`. */
function secondsOf(time: string): number {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time)
  if (!match) return 0
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
