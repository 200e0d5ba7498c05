import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../../embed-result.ts'
import { googleFile } from './file.ts'

const SEND_LINK =
  'the form’s link (in Google Forms, “Send” → the link icon, with “Shorten URL” off; it ends in /viewform)'

export function matchGoogleForms(url: URL): EmbedResult | undefined {
  if (url.hostname === 'forms.gle') return refused('a short link, which only Google can look up', SEND_LINK)

  const file = googleFile(url, 'forms')
  if (!file) return undefined
  if (!file.id) return refused('the list of your forms, not one of them', SEND_LINK)
  if (file.verb === 'viewanalytics') return refused('a summary of the form’s responses', SEND_LINK)
  if (!['viewform', 'formResponse', 'closedform', ''].includes(file.verb)) {
    return refused('the form’s edit page', SEND_LINK)
  }

  const path = `https://docs.google.com/forms/d/${file.isPublished ? 'e/' : ''}${file.id}/viewform`
  return found({
    provider: 'google-forms',
    from: url,
    src: `${path}?embedded=true`,
    href: path,
    shape: 'form',
    sandbox: TAKES_ANSWERS,
  })
}
