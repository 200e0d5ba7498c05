import { isUnder } from '../addresses.ts'
import { found, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'
import type { Framing } from '../embed.ts'

/** Any other web page. */
export function matchWeb(url: URL): EmbedResult {
  return found({
    provider: 'web',
    src: url.href,
    href: url.href,
    shape: 'page',
    framing: framingOf(url),
    sandbox: TAKES_ANSWERS,
    allow: 'fullscreen',
  })
}

function framingOf(url: URL): Framing {
  if (alwaysFramed.some((host) => isUnder(url, host))) return 'allowed'
  // Substack allows frames for its newsletter form only.
  if (isUnder(url, 'substack.com') && url.pathname === '/embed') return 'allowed'
  return neverFramed.some((host) => isUnder(url, host)) ? 'refused' : 'unknown'
}

/** Hosts where programmes publish their apps. */
const alwaysFramed: readonly string[] = ['glide.page', 'glideapp.io', 'softr.app']

/** Hosts that never allow frames. A host that allows them for some addresses has a matcher. */
const neverFramed: readonly string[] = [
  '1drv.ms',
  'calendly.com',
  'cal.com',
  'canva.link',
  'chat.google.com',
  'chat.whatsapp.com',
  'classroom.google.com',
  'discord.com',
  'discord.gg',
  'dropbox.com',
  'eventbrite.com',
  'facebook.com',
  'github.com',
  'glideapps.com',
  'goo.gl',
  'groups.google.com',
  'instagram.com',
  'keep.google.com',
  'linkedin.com',
  'lu.ma',
  'luma.com',
  'maps.app.goo.gl',
  'medium.com',
  'meet.google.com',
  'onedrive.live.com',
  'photos.app.goo.gl',
  'photos.google.com',
  'sharepoint.com',
  'slack.com',
  'studio.softr.io',
  'substack.com',
  't.me',
  'teams.microsoft.com',
  'twitter.com',
  'x.com',
  'zoom.com',
  'zoom.us',
]
