import { isUnder } from '../addresses.ts'
import { found, TAKES_ANSWERS, type Answer } from '../answer.ts'
import type { Framing } from '../embed.ts'

/** Any other page of the web, as it stands. */
export function matchWeb(url: URL): Answer {
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
  // The form by which people subscribe to a newsletter is all that Substack lets others show.
  if (isUnder(url, 'substack.com') && url.pathname === '/embed') return 'allowed'
  return neverFramed.some((host) => isUnder(url, host)) ? 'refused' : 'unknown'
}

/** Where programmes publish their apps. */
const alwaysFramed: readonly string[] = ['glide.page', 'glideapp.io', 'softr.app']

/** Hosts that let no site frame any of their pages; those that do for some addresses have their own matcher. */
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
