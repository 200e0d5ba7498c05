const ID = /^[\w-]{11}$/

/** The eleven characters in any address YouTube gives a video, or as they are. null for anything else. */
export function youtubeId(value: string): string | null {
  const text = value.trim()
  if (ID.test(text)) return text
  if (!URL.canParse(text)) return null
  const { hostname, pathname, searchParams } = new URL(text)
  const host = hostname.replace(/^(?:www|m|music)\./, '')
  const [, first = '', second = ''] = pathname.split('/')
  const isPlayer = ['embed', 'live', 'shorts', 'v'].includes(first)
  const onYouTube = first === 'watch' ? searchParams.get('v') : isPlayer ? second : null
  const id = host === 'youtu.be' ? first : /^youtube(-nocookie)?\.com$/.test(host) ? onYouTube : null
  return id && ID.test(id) ? id : null
}
