import { isUnder, partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const PUBLISHED_LINK =
  'the published page’s link (in Notion, “Share” → “Publish” → “Copy site link”; it’s on notion.site)'
const EMBED_CODE = 'the “Embed this page” code (in Notion, “Share” → “Publish”)'

/** Published pages. Only the address below `/ebd/` may be framed. */
export function matchNotion(url: URL): EmbedResult | undefined {
  if (isUnder(url, 'notion.so') || isUnder(url, 'notion.com')) {
    return refused('a Notion page that only its workspace can open', PUBLISHED_LINK)
  }
  if (!isUnder(url, 'notion.site')) return undefined

  const parts = partsOf(url).filter((part) => part !== 'ebd')
  const id = idOf(parts.at(-1) ?? '')
  if (!id) return refused('a Notion site address without the page’s ID', EMBED_CODE)
  return found({
    provider: 'notion',
    from: url,
    src: `https://${url.hostname}/ebd/${id}`,
    href: `https://${url.hostname}/${parts.at(-1) ?? id}`,
    shape: 'document',
    sandbox: TAKES_ANSWERS,
  })
}

/** The 32 hexadecimal digits that end a page's address, with or without hyphens. */
function idOf(part: string): string | undefined {
  return (
    /(?:^|-)([0-9a-f]{32})$/.exec(part)?.[1] ??
    /(?:^|-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(part)?.[1]?.replaceAll('-', '')
  )
}
