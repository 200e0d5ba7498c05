import { pagesIn } from '../../src/content-check/check.ts'
import { readFolder } from '../../src/content-check/folder.ts'
import type { SitePage } from '../../src/content-check/links.ts'
import { framesOf } from '../../src/embeds/frame-sources.ts'
import type { Pack } from '../../src/schemas/files.ts'
import type { Address } from './address.ts'
import { linksOfFile, linksOfTexts, recordings } from './links.ts'

/** Every address once, in the content's order. The site's own documents need no asking. */
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
