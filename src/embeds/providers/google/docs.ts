import { found, READS, refused, type EmbedResult } from '../../embed-result.ts'
import { googleFile } from './file.ts'

const SLIDES = 'https://docs.google.com/presentation/d'
const DOCUMENT = 'https://docs.google.com/document/d'
const SHARE_LINK = 'the document’s link (in Google Docs, “Share” → “Anyone with the link” → “Copy link”)'

export function matchGoogleDocs(url: URL): EmbedResult | undefined {
  const file = googleFile(url, 'document')
  if (!file) return undefined
  if (!file.id) return refused('the list of your documents, not one of them', SHARE_LINK)
  if (file.verb === 'export') return refused('a link that downloads the document', SHARE_LINK)

  if (file.isPublished) {
    const page = `${DOCUMENT}/e/${file.id}/pub`
    return document(url, `${page}?embedded=true`, page)
  }
  const at = `${DOCUMENT}/${file.id}`
  return document(url, `${at}/preview`, `${at}/edit`)
}

function document(from: URL, src: string, href: string): EmbedResult {
  return found({ provider: 'google-docs', from, src, href, shape: 'document', sandbox: READS })
}

export function matchGoogleSlides(url: URL): EmbedResult | undefined {
  const file = googleFile(url, 'presentation')
  if (!file) return undefined
  if (!file.id) {
    const link = 'the presentation’s link (in Google Slides, “Share” → “Anyone with the link” → “Copy link”)'
    return refused('the list of your presentations, not one of them', link)
  }
  const path = file.isPublished ? `${SLIDES}/e/${file.id}` : `${SLIDES}/${file.id}`
  return found({
    provider: 'google-slides',
    from: url,
    src: `${path}/${file.verb === 'pubembed' ? 'pubembed' : 'embed'}?start=false&loop=false`,
    href: `${path}/${file.isPublished ? 'pub' : 'edit'}`,
    shape: 'document',
    sandbox: READS,
    allow: 'fullscreen',
  })
}
