import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'

/** What the frame loads: the player alone, driven by messages from this site and nobody else. */
export function frameAddress({ videoId, seconds, captions, site }: Wanted): string {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, PLAYER_ORIGIN)
  const options = {
    enablejsapi: '1',
    origin: site,
    autoplay: '1',
    playsinline: '1',
    // Suggestions come from the same channel.
    rel: '0',
    ...(seconds > 0 && { start: String(Math.floor(seconds)) }),
    ...(captions && { cc_load_policy: '1' }),
  }
  url.search = new URLSearchParams(options).toString()
  return url.href
}

interface Wanted {
  videoId: string
  /** Where to begin. */
  seconds: number
  captions: boolean
  /** This site's own origin. */
  site: string
}
