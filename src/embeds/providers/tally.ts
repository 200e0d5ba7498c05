import { partsOf } from '../addresses.ts'
import { foundOnWeb, refused, type EmbedResult } from '../embed-result.ts'

export function matchTally(url: URL): EmbedResult {
  const [kind = '', id = ''] = partsOf(url)
  const link = 'the form’s link (in Tally, “Share” → “Copy link”; it contains “/r/”)'
  if (kind === 'forms') return refused('the form’s edit page', link)
  if (!['r', 'embed'].includes(kind) || !/^\w+$/.test(id)) return refused('not a Tally form', link)
  const looks = 'alignLeft=1&hideTitle=1&transparentBackground=1'
  // Only Tally’s script can use `dynamicHeight`.
  const more = { shape: 'form', allow: '', dropped: /^dynamicHeight$/ } as const
  return foundOnWeb(url, `https://tally.so/embed/${id}?${looks}`, `https://tally.so/r/${id}`, more)
}
