import { join } from 'node:path'
import { readText } from '../../src/content-check/read-text.ts'
import { readPlaylist } from '../../src/content-check/playlist/read-playlist.ts'
import { SAMPLE_ID } from '../../src/content-check/unfinished.ts'
import { outwardLinks } from '../../src/content-check/text-links.ts'
import type { ContentFile } from '../../src/content-check/folder.ts'
import { matchEmbed } from '../../src/embeds/match.ts'
import { eventSchema } from '../../src/schemas/event.ts'
import { navigationSchema } from '../../src/schemas/navigation.ts'
import { filesBelow } from '../../tools/files-below.ts'
import type { Address } from './address.ts'

const ANNOUNCEMENTS = 'src/content/announcements'
const PLAYLIST = 'src/content/playlist'

/** Channels, social links and where sessions are joined. */
export function linksOfFile({ kind, source }: ContentFile): Address[] {
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

/** What the words of announcements and videos link to. */
export function linksOfTexts(root: string): Address[] {
  const markdown = [ANNOUNCEMENTS, PLAYLIST].flatMap((folder) =>
    filesBelow(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  return markdown
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const read = readText(join(root, file), file)
      return read.ok ? outwardLinks(read.text).map((url) => toAddress(url, 'link', file)) : []
    })
}

/** The recordings themselves; samples have none. */
export async function recordings(root: string): Promise<Address[]> {
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
