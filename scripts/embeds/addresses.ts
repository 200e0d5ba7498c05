import { pagesIn } from '../../src/content-check/check.ts'
import { readFolder, type ContentFile } from '../../src/content-check/folder.ts'
import type { SitePage } from '../../src/content-check/links.ts'
import { PLAYLIST, readPlaylist } from '../../src/content-check/playlist/read-playlist.ts'
import { outwardLinks } from '../../src/content-check/text-links.ts'
import { isSample } from '../../src/shared/playlist/view.ts'
import type { Embed, ProviderId } from '../../src/embeds/embed.ts'
import { framesOf } from '../../src/embeds/frame-sources.ts'
import { matchEmbed } from '../../src/embeds/match.ts'
import type { Video } from '../../src/shared/playlist/cohort.ts'

/** Every external URL in the content once, in the content's order. */
export async function readAddresses(root: string): Promise<Address[]> {
  const { files } = readFolder(root)
  const { cohorts, texts } = await readPlaylist(root)
  const videos = cohorts.flatMap(({ weeks }) => weeks.flatMap((week) => week.videos))
  const found = [
    ...files.flatMap((file) => linksIn(file).map((url) => toLink(url, file.source.file))),
    ...pagesIn(files).flatMap(framesIn),
    ...videos.flatMap(recording),
    ...texts.flatMap(({ file, text }) => outwardLinks(text).map((url) => toLink(url, file))),
  ]
  return [...Map.groupBy(found, ({ url }) => url).values()].flatMap((same) => {
    const files = [...new Set(same.flatMap((address) => address.files))]
    return same.slice(0, 1).map((address) => ({ ...address, files }))
  })
}

/** Frames of one page. Tabs that are pages have their own files. */
function framesIn({ page, source }: SitePage): Address[] {
  return framesOf(page)
    .filter(({ embed }) => embed.provider !== 'own')
    .map(({ embed }) => shownBy(embed, source.file))
}

/** Links of the menu, of sessions, and in announcements and pages of text. */
function linksIn(file: ContentFile): string[] {
  if (file.kind === 'announcement') return outwardLinks(file.text)
  if (file.kind === 'page') return outwardLinks(file.data?.text ?? '')
  if (file.kind === 'event') return file.data?.join ? [file.data.join] : []
  if (file.kind !== 'navigation' || !file.data) return []
  return [...file.data.channels, ...file.data.social].map(({ href }) => href)
}

/** A video on YouTube. Samples aren’t there. */
function recording({ videoId, path }: Video): Address[] {
  const match = matchEmbed(`https://youtu.be/${videoId}`)
  if (!match.ok || isSample({ videoId })) return []
  return [shownBy(match.embed, `${PLAYLIST}/${path}.md`)]
}

function shownBy({ src, href, provider, framing }: Embed, file: string): Address {
  return { url: src, href, provider, framing, files: [file] }
}

function toLink(url: string, file: string): Address {
  return { url, href: url, provider: 'link', framing: 'unknown', files: [file] }
}

/** An external URL in the content. */
export interface Address {
  url: string
  /** The URL of 'Open in new tab'. */
  href: string
  provider: ProviderId | 'link'
  framing: Embed['framing']
  /** The content files that contain it. */
  files: string[]
}
