import { carry } from '../../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../../embed-result.ts'
import { googleFile, SHARED } from './file.ts'

const DOCUMENT = 'https://docs.google.com/document/d'
const SHARE_LINK = 'the document’s link (in Google Docs, “Share” → “Anyone with the link” → “Copy link”)'

export function matchGoogleDocs(url: URL): EmbedResult | undefined {
  const file = googleFile(url, 'document')
  if (!file) return undefined
  if (!file.id) return refused('the list of your documents, not one of them', SHARE_LINK)
  if (file.verb === 'export') return refused('a link that downloads the document', SHARE_LINK)

  if (file.isPublished) {
    const page = `${DOCUMENT}/e/${file.id}/pub`
    return document(carry(url, `${page}?embedded=true`, SHARED), carry(url, page, SHARED))
  }
  const at = `${DOCUMENT}/${file.id}`
  return document(carry(url, `${at}/preview`, SHARED), carry(url, `${at}/edit`, SHARED))
}

function document(src: string, href: string): EmbedResult {
  return found({ provider: 'google-docs', src, href, shape: 'document', sandbox: READS })
}
