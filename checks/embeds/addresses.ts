import { pagesIn } from '../../src/content-check/check.ts'
import { readFolder, type ContentFile } from '../../src/content-check/folder.ts'
import type { SitePage } from '../../src/content-check/links.ts'
import type { Framing, ProviderId } from '../../src/embeds/embed.ts'
import { framesOf } from '../../src/embeds/frame-sources.ts'
import type { Pack } from '../../src/schemas/files.ts'
import { navigationSchema } from '../../src/schemas/navigation.ts'

/** An address somewhere else that the content leads members to. */
export interface Address {
  url: string
  /** What 'Open in new tab' opens. */
  href: string
  provider: ProviderId | 'channel'
  framing: Framing
  /** The content files it stands in. */
  files: string[]
}

/** Every frame and every channel once, in the content's order. The site's own documents need no asking. */
export function readAddresses(root: string, packs: readonly Pack[]): Address[] {
  const { files } = readFolder(root, packs)
  const found = [...files.flatMap(channelsIn), ...pagesIn(files, packs).flatMap(framesIn)]
  const addresses = new Map<string, Address>()
  for (const address of found) {
    const known = addresses.get(address.url)
    if (known) known.files = [...new Set([...known.files, ...address.files])]
    else addresses.set(address.url, address)
  }
  return [...addresses.values()]
}

/** Those of tabs that are pages stand in the pages’ own files. */
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

function channelsIn({ kind, source }: ContentFile): Address[] {
  if (kind !== 'navigation') return []
  const { data } = navigationSchema.safeParse(source.value)
  return (data?.channels ?? []).map(({ href }) => ({
    url: href,
    href,
    provider: 'channel',
    framing: 'refused',
    files: [source.file],
  }))
}
