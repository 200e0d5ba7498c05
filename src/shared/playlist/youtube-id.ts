const ID = /^[\w-]{11}$/

/** The eleven characters in any address YouTube gives a video, or as they are. null for anything else. */
export function youtubeId(value: string): string | null {
  const text = value.trim()
  if (ID.test(text)) return text
  if (!URL.canParse(text)) return null
  return idOfUrl(new URL(text))
}

function idOfUrl({ protocol, hostname, pathname, searchParams }: URL): string | null {
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const host = hostname.replace(/^(?:www|m|music)\./, '')
  const [, first, second] = pathname.split('/')
  if (host === 'youtu.be') return onlyId(first)
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return null
  if (first === 'watch') return onlyId(searchParams.get('v'))
  return ['embed', 'live', 'shorts', 'v'].includes(String(first)) ? onlyId(second) : null
}

function onlyId(text: string | null | undefined): string | null {
  return text && ID.test(text) ? text : null
}
