import { isUnder, partsOf } from '../addresses.ts'
import { foundOnWeb, refused, type EmbedResult } from '../embed-result.ts'

/** Forms, by their long or short link. */
export function matchMicrosoftForms(url: URL): EmbedResult | undefined {
  if (!['forms.office.com', 'forms.microsoft.com', 'forms.cloud.microsoft'].includes(url.hostname))
    return undefined
  const [kind = '', name = ''] = partsOf(url)
  const id = url.searchParams.get('id')
  const isLong = kind.toLowerCase() === 'pages' && name.toLowerCase() === 'responsepage.aspx' && id
  const link = 'the link for responses (in Microsoft Forms, “Collect responses” → “Copy”)'
  if (!isLong && (!['r', 'e'].includes(kind) || !name))
    return refused('not a form that people can fill in', link)
  const address = isLong ? `${url.origin}/Pages/ResponsePage.aspx` : `${url.origin}/${kind}/${name}`
  return foundOnWeb(url, `${address}?embed=true`, address, { shape: 'form' })
}

/** “Embed” addresses of OneDrive and SharePoint, public documents in Office’s viewer, and Bookings pages. Share links become cards. */
export function matchMicrosoftOffice(url: URL): EmbedResult | undefined {
  if (url.hostname === 'view.officeapps.live.com') {
    const file = url.searchParams.get('src')
    if (!file) return refused('not an Office document', 'the document’s link')
    const viewer = 'https://view.officeapps.live.com/op'
    return foundOnWeb(url, `${viewer}/embed.aspx`, `${viewer}/view.aspx`)
  }
  const isBooking = ['outlook.office365.com', 'outlook.office.com'].includes(url.hostname)
  if (isBooking && /^\/(?:owa\/calendar\/[^/]+\/bookings|book\/[^/]+)\//.test(url.pathname))
    return foundOnWeb(url, url.href, url.href, { shape: 'calendar' })
  const isShort = url.hostname === '1drv.ms' && url.searchParams.get('em') === '2'
  const isView = isUnder(url, 'sharepoint.com') && url.searchParams.get('action') === 'embedview'
  return isShort || isView ? foundOnWeb(url, url.href, url.href) : undefined
}
