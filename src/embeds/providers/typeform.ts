import { isUnder, keepOnly, partsOf, withQuery } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const SHARE_LINK = 'the form’s link (in Typeform, “Share” → “Copy link”; it contains “/to/”)'

export function matchTypeform(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'typeform.com')) return undefined
  if (url.hostname === 'admin.typeform.com') return refused('the form’s edit page', SHARE_LINK)

  const [kind, id] = partsOf(url)
  if (kind !== 'to' || !id || !/^\w+$/.test(id)) return refused('not a Typeform form', SHARE_LINK)

  // A share link’s fragment has hidden fields with the placeholder “xxxxx”, so it is dropped.
  const address = withQuery(
    `https://${url.hostname}/to/${id}`,
    keepOnly(url, (name) => name !== 'typeform-source'),
  )
  return found({
    provider: 'typeform',
    src: address,
    href: address,
    shape: 'form',
    sandbox: TAKES_ANSWERS,
  })
}
