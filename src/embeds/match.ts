import { type Embed, createEmbed, WITH_FORMS } from './embed.ts'
import { matchGoogleCalendar } from './google-calendar.ts'
import { explainRefusal, type EmbedResult } from './link.ts'
import { readPasted } from './pasted.ts'
import { allowRequested } from './permissions.ts'
import { matchService } from './services.ts'
import { isOnDomain, withoutParams } from './url.ts'
import { matchYouTube } from './youtube.ts'

export function matchEmbed(pasted: string): Match {
  const read = readPasted(pasted)
  if (!read.ok) return { ok: false, message: explainRefusal(pasted, read) }
  const url = withoutTracking(read.url)
  const result: EmbedResult = matchGoogleCalendar(url) ??
    matchYouTube(url) ??
    matchService(url) ?? { ok: true, embed: card(url) }
  if (!result.ok) return { ok: false, message: explainRefusal(pasted, result) }
  const { embed } = result
  if (!read.isFramed) return { ok: true, embed }
  return {
    ok: true,
    embed: { ...embed, opensInNewTab: false, allow: allowRequested(embed.allow, read.permissions) },
  }
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

// Most sites refuse to be framed, so any other page becomes a card.
function card({ href }: URL): Embed {
  return createEmbed({ src: href, href, sandbox: WITH_FORMS, allow: 'fullscreen', opensInNewTab: true })
}

// Removes parameters that track whoever copied the link, and a form's prefill fields without a value.
function withoutTracking(pasted: URL): URL {
  const url = withoutParams(pasted, (name) => TRACKING_PARAMETERS.test(name))
  // The domain of a Google account, and which of several accounts it is in the browser.
  if (isOnDomain(url, 'google.com'))
    url.pathname = url.pathname.replace(/^\/a\/[^/]+(?=\/)|\/u\/\d+(?=\/|$)/g, '')
  url.hash = url.hash.slice(1).replace(PLACEHOLDER, '').replace(/&$/, '')
  return url
}

// Tracking and account parameters; guests' keys; `autoplay`, because members start their videos; and what only
// a service's own script can use.
const TRACKING_PARAMETERS =
  /^(?:ab_channel|authuser|autoplay|dynamicHeight|embed_domain|feature|fe|fl|igshi?d?|ouid|pk|pli|pp|pvs|share|si|sid|tk|typeform-source|usp|utlId)$/

// Typeform's share links have one for each hidden field without a value.
const PLACEHOLDER = /[^&#]*=x{4,}(?:&|$)/g
