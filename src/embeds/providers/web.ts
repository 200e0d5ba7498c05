import { isUnder, partsOf } from '../addresses.ts'
import { foundOnWeb, type EmbedResult } from '../embed-result.ts'
import type { Framing } from '../embed.ts'

/** Posts on Instagram, which may be framed below `/embed` only. */
export function matchInstagram(url: URL): EmbedResult | undefined {
  const [post] = /\/(?:p|reel|tv)\/[\w-]+(?=\/|$)/.exec(url.pathname) ?? []
  if (!isUnder(url, 'instagram.com') || !post || partsOf(url).includes('embed')) return undefined
  const page = `https://www.instagram.com${post}/`
  return foundOnWeb(url, `${page}embed/`, page)
}

/** Any other web page. */
export function matchWeb(url: URL): EmbedResult {
  return foundOnWeb(url, url.href, url.href, { shape: 'page', framing: framingOf(url) })
}

function framingOf(url: URL): Framing {
  if (alwaysFramed.some((host) => isUnder(url, host))) return 'allowed'
  if (!neverFramed.some((host) => isUnder(url, host))) return 'unknown'
  return FOR_FRAMES.test(url.pathname) ? 'allowed' : 'refused'
}

/** Paths that such a host keeps for other sites: newsletter forms, widgets, posts in embed code. */
const FOR_FRAMES = /\/(?:embed|plugins|widget)(?:\.aspx)?(?:\/|$)/i

/** Hosts where programmes publish their apps. */
const alwaysFramed: readonly string[] = ['glide.page', 'glideapp.io', 'softr.app']

/** Hosts that refuse frames, except below `FOR_FRAMES` and where a matcher knows better. */
const neverFramed = `
  1drv.ms calendly.com cal.com canva.link chat.google.com chat.whatsapp.com classroom.google.com
  discord.com discord.gg dropbox.com eventbrite.com facebook.com github.com glideapps.com
  groups.google.com instagram.com keep.google.com linkedin.com lu.ma luma.com maps.app.goo.gl
  medium.com meet.google.com onedrive.live.com photos.app.goo.gl photos.google.com sharepoint.com
  slack.com studio.softr.io substack.com t.me teams.microsoft.com twitter.com x.com zoom.com zoom.us
`
  .trim()
  .split(/\s+/)
