import { isUnder, partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const TYPEFORM_LINK = 'the form’s link (in Typeform, “Share” → “Copy link”; it contains “/to/”)'

export function matchTypeform(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'typeform.com')) return undefined
  if (url.hostname === 'admin.typeform.com') return refused('the form’s edit page', TYPEFORM_LINK)

  const [kind, id] = partsOf(url)
  if (kind !== 'to' || !id || !/^\w+$/.test(id)) return refused('not a Typeform form', TYPEFORM_LINK)

  // A share link’s fragment names hidden fields, with a placeholder for those without a value.
  const from = new URL(url)
  from.hash = url.hash.replace(/[^&#]*=x{4,}(?:&|$)/g, '').replace(/&$/, '')
  const address = `https://${url.hostname}/to/${id}`
  return found({
    provider: 'typeform',
    from,
    src: address,
    href: address,
    shape: 'form',
    sandbox: TAKES_ANSWERS,
  })
}
