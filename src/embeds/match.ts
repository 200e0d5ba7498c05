import { explain, type EmbedResult, found, TAKES_ANSWERS } from './embed-result.ts'
import type { Embed } from './embed.ts'
import { withAsked } from './permissions.ts'
import { readPasted } from './pasted.ts'
import { matchGoogleCalendar } from './providers/google/calendar.ts'
import { matchTable } from './providers/table.ts'
import { matchYouTube } from './providers/youtube.ts'

/** The embed for what an editor pasted, or a sentence that says what to paste instead. */
export function matchEmbed(pasted: string): Match {
  const read = readPasted(pasted)
  if (!read.ok) return { ok: false, message: explain(pasted, read) }
  const { url, isFramed, asked } = read
  const answer = matchGoogleCalendar(url) ?? matchYouTube(url) ?? matchTable(url) ?? matchPage(url)
  if (!answer.ok) return { ok: false, message: explain(pasted, answer) }
  if (!isFramed) return { ok: true, embed: answer.embed }
  const allow = withAsked(answer.embed.allow, asked)
  return { ok: true, embed: { ...answer.embed, framing: 'allowed', allow } }
}

/** The id of the video that an editor pasted, by its address on YouTube or alone; null for anything else. */
export function videoIdOf(pasted: string): string | null {
  const address = pasted
    .trim()
    .replace(/^(?=[\w-]{11}$)/, 'https://youtu.be/')
    .replace(/^http:/, 'https:')
  const match = matchEmbed(address)
  // Only a single video’s frame begins its query so.
  const src = match.ok ? match.embed.src : ''
  return /youtube-nocookie\.com\/embed\/([\w-]{11})\?rel=0/.exec(src)?.[1] ?? null
}

type Match = { ok: true; embed: Embed } | { ok: false; message: string }

/** Any other page. Most sites allow no frames. */
function matchPage(url: URL): EmbedResult {
  return found({
    provider: 'web',
    from: url,
    src: url.href,
    href: url.href,
    shape: 'page',
    sandbox: TAKES_ANSWERS,
    allow: 'fullscreen',
    framing: 'unknown',
  })
}
