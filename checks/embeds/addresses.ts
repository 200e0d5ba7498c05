import { readFolder, type ContentFile } from '../../src/content-check/folder.ts'
import type { Frame, Page, ProviderId } from '../../src/embeds/embed.ts'
import { framesOf } from '../../src/embeds/frame-sources.ts'
import { navigationSchema } from '../../src/schemas/navigation.ts'
import { pageSchema } from '../../src/schemas/page.ts'

/** An address somewhere else that the content leads members to. */
export interface Address {
  url: string
  /** What 'Open in new tab' opens. */
  href: string
  provider: ProviderId | 'channel'
  /** The content files it stands in. */
  files: string[]
}

/** Every frame and every channel once, in the content's order. Sample documents are part of the site. */
export function readAddresses(root: string): Address[] {
  const { files } = readFolder(root)
  const found = files.flatMap((file) => [...framesIn(file), ...channelsIn(file)])
  const addresses = new Map<string, Address>()
  for (const address of found) {
    const known = addresses.get(address.url)
    if (known) known.files = [...new Set([...known.files, ...address.files])]
    else addresses.set(address.url, address)
  }
  return [...addresses.values()]
}

function framesIn({ kind, source }: ContentFile): Address[] {
  if (kind !== 'page') return []
  const { data } = pageSchema.safeParse(source.value)
  return ownFrames(data)
    .filter(({ embed }) => embed.provider !== 'sample')
    .map(({ embed: { src, href, provider } }) => ({ url: src, href, provider, files: [source.file] }))
}

/** Those of tabs that are pages stand in the pages’ own files. */
function ownFrames(page: Page | undefined): Frame[] {
  return page ? framesOf(page, () => undefined) : []
}

function channelsIn({ kind, source }: ContentFile): Address[] {
  if (kind !== 'navigation') return []
  const { data } = navigationSchema.safeParse(source.value)
  return (data?.channels ?? []).map(({ href }) => ({
    url: href,
    href,
    provider: 'channel',
    files: [source.file],
  }))
}
