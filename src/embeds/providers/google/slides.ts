import { carry } from '../../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../../embed-result.ts'
import { googleFile, SHARED } from './file.ts'

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
    src: carry(
      url,
      `${path}/${file.verb === 'pubembed' ? 'pubembed' : 'embed'}?start=false&loop=false`,
      SHARED,
    ),
    href: carry(url, `${path}/${file.isPublished ? 'pub' : 'edit'}`, SHARED),
    shape: 'document',
    sandbox: READS,
    allow: 'fullscreen',
  })
}
