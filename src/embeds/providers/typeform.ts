import { carry, isUnder, partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const SHARE_LINK = 'the form’s link (in Typeform, “Share” → “Copy link”; it contains “/to/”)'

export function matchTypeform(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'typeform.com')) return undefined
  if (url.hostname === 'admin.typeform.com') return refused('the form’s edit page', SHARE_LINK)

  const [kind, id] = partsOf(url)
  if (kind !== 'to' || !id || !/^\w+$/.test(id)) return refused('not a Typeform form', SHARE_LINK)

  const address = new URL(carry(url, `https://${url.hostname}/to/${id}`, /^typeform-source$/))
  // A share link’s fragment names hidden fields, with a placeholder for those without a value.
  address.hash = address.hash
    .slice(1)
    .replace(/(?:^|&)[^&=]*=x{4,}(?=&|$)/g, '')
    .replace(/^&/, '')
  return found({
    provider: 'typeform',
    src: address.href,
    href: address.href,
    shape: 'form',
    sandbox: TAKES_ANSWERS,
  })
}
