import { readContent, type ContentFile } from '../../src/content-check/content.ts'
import { PLAYLIST, readPlaylist } from '../../src/content-check/playlist.ts'
import { outwardLinks } from '../../src/content-check/text-links.ts'
import { framesOf } from '../../src/schemas/page-frames.ts'
import { isSample, watchUrl } from '../../src/shared/playlist/view.ts'

export interface Address {
  href: string
  src: string | null
  files: string[]
}

export function readAddresses(root: string): Address[] {
  const content = readContent(root)
  const { files } = content
  const { cohorts } = readPlaylist(content)
  const videos = cohorts.flatMap(({ weeks }) => weeks.flatMap((week) => week.videos))
  const addresses: Address[] = [
    ...files.flatMap((file) => linksIn(file).map((href) => ({ href, src: null, files: [file.source.file] }))),
    // Tabs that are pages have their own files.
    ...files
      .filter((file) => file.kind === 'page')
      .flatMap(({ data, source }) =>
        (data ? framesOf(data) : []).map(
          ({
            frame: {
              embed: { href, src, framing },
            },
          }) => ({
            href,
            src: framing === 'allowed' ? src : null,
            files: [source.file],
          }),
        ),
      ),
    ...videos
      .filter((video) => !isSample(video))
      .map((video) => ({
        href: watchUrl(video),
        src: `https://www.youtube-nocookie.com/embed/${video.videoId}`,
        files: [`${PLAYLIST}/${video.path}.md`],
      })),
    ...files
      .filter((file) => file.kind === 'video')
      .flatMap(({ body, source }) =>
        outwardLinks(body).map((href) => ({ href, src: null, files: [source.file] })),
      ),
  ]
  const external = addresses.filter(
    ({ href }) => href.startsWith('https:') && !EXAMPLE.test(new URL(href).hostname),
  )
  return [...Map.groupBy(external, ({ href, src }) => src ?? href).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, files: [...new Set(same.flatMap(({ files }) => files))] })),
  )
}

// Hosts that are reserved for examples (RFC 2606).
const EXAMPLE = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)$/

function linksIn(file: ContentFile): string[] {
  if (file.kind === 'announcement') return outwardLinks(file.body)
  if (file.kind === 'page') return file.data?.kind === 'text' ? outwardLinks(file.data.text) : []
  if (file.kind === 'event') return file.data?.join ? [file.data.join] : []
  if (file.kind !== 'navigation' || !file.data) return []
  return [...file.data.channels, ...file.data.social].map(({ href }) => href)
}
