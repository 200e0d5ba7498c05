import { isUnder } from '../addresses.ts'
import { foundOnWeb, type EmbedResult } from '../embed-result.ts'
import type { Framing } from '../embed.ts'
import hosts from '../hosts.json' with { type: 'json' }

export function matchWeb(url: URL): EmbedResult {
  return foundOnWeb(url, url.href, url.href, { shape: 'page', framing: framingOf(url) })
}

function framingOf(url: URL): Framing {
  if (hosts.alwaysFramed.some((host) => isUnder(url, host))) return 'allowed'
  if (!hosts.neverFramed.some((host) => isUnder(url, host))) return 'unknown'
  return FOR_FRAMES.test(url.pathname) ? 'allowed' : 'refused'
}

/** Paths that a host that refuses frames keeps for other sites: newsletter forms, widgets, posts in embed code. */
const FOR_FRAMES = /\/(?:embed|plugins|widget)(?:\.aspx)?(?:\/|$)/i
