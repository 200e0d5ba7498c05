import { found, READS, refused, type EmbedResult } from '../../embed-result.ts'
import { googleFile } from './file.ts'

const SLIDES = 'https://docs.google.com/presentation/d'

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
