import { join } from 'node:path'
import { pagesIn } from '../../src/content-check/check.ts'
import { readFolder, type ContentFile } from '../../src/content-check/folder.ts'
import type { SitePage } from '../../src/content-check/links.ts'
import { readPlaylist } from '../../src/content-check/playlist/read-playlist.ts'
import { readText } from '../../src/content-check/read-text.ts'
import { outwardLinks } from '../../src/content-check/text-links.ts'
import { SAMPLE_ID } from '../../src/content-check/unfinished.ts'
import type { Framing, ProviderId } from '../../src/embeds/embed.ts'
import { framesOf } from '../../src/embeds/frame-sources.ts'
import { matchEmbed } from '../../src/embeds/match.ts'
import { eventSchema } from '../../src/schemas/event.ts'
import type { Pack } from '../../src/schemas/files.ts'
import { navigationSchema } from '../../src/schemas/navigation.ts'
import { listFiles } from '../../tools/list-files.ts'

const ANNOUNCEMENTS = 'src/content/announcements'
const PLAYLIST = 'src/content/playlist'

/** Every external URL in the content once, in the content's order. */
export async function readAddresses(root: string, packs: readonly Pack[]): Promise<Address[]> {
  const { files } = readFolder(root, packs)
  const found = [
    ...files.flatMap(linksOfFile),
    ...pagesIn(files).flatMap(framesIn),
    ...(await recordings(root)),
    ...linksOfTexts(root),
  ]
  const addresses = new Map<string, Address>()
  for (const address of found) {
    const known = addresses.get(address.url)
    if (known) known.files = [...new Set([...known.files, ...address.files])]
    else addresses.set(address.url, address)
  }
  return [...addresses.values()]
}

/** Frames of one page. Tabs that are pages have their own files. */
function framesIn({ page, source }: SitePage): Address[] {
  return framesOf(page, () => undefined)
    .filter(({ embed }) => embed.provider !== 'own')
    .map(({ embed: { src, href, provider, framing } }) => ({
      url: src,
      href,
      provider,
      framing,
      files: [source.file],
    }))
}

/** Channels, social links and session links. */
function linksOfFile({ kind, source }: ContentFile): Address[] {
  if (kind === 'event') {
    const { data } = eventSchema.safeParse(source.value)
    return data?.join === undefined ? [] : [toAddress(data.join, 'link', source.file)]
  }
  if (kind !== 'navigation') return []
  const { data } = navigationSchema.safeParse(source.value)
  return [
    ...(data?.channels ?? []).map(({ href }) => toAddress(href, 'channel', source.file)),
    ...(data?.social ?? []).map(({ href }) => toAddress(href, 'link', source.file)),
  ]
}

/** Links in the text of announcements and videos. */
function linksOfTexts(root: string): Address[] {
  const markdown = [ANNOUNCEMENTS, PLAYLIST].flatMap((folder) =>
    listFiles(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  return markdown
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const read = readText(join(root, file), file)
      return read.ok ? outwardLinks(read.text).map((url) => toAddress(url, 'link', file)) : []
    })
}

/** YouTube videos. Samples have none. */
async function recordings(root: string): Promise<Address[]> {
  const { cohorts } = await readPlaylist(join(root, PLAYLIST), PLAYLIST, (markdown) =>
    Promise.resolve(markdown),
  )
  const videos = cohorts.flatMap(({ weeks }) => weeks.flatMap((week) => week.videos))
  return videos
    .filter(({ videoId }) => !videoId.startsWith(SAMPLE_ID))
    .flatMap(({ videoId, path }) => {
      const match = matchEmbed(`https://youtu.be/${videoId}`)
      if (!match.ok) return []
      const { src, href, provider, framing } = match.embed
      return [{ url: src, href, provider, framing, files: [`${PLAYLIST}/${path}.md`] }]
    })
}

function toAddress(url: string, provider: 'channel' | 'link', file: string): Address {
  return { url, href: url, provider, framing: 'refused', files: [file] }
}

/** An external URL in the content. */
export interface Address {
  url: string
  /** The URL of 'Open in new tab'. */
  href: string
  provider: ProviderId | 'channel' | 'link'
  framing: Framing
  /** The content files that contain it. */
  files: string[]
}
