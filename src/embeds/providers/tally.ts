import { carry, isUnder, partsOf } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

/** The looks of a frame, and `dynamicHeight`, which needs Tally’s script. */
const LOOKS = /^(?:utm_|(?:alignLeft|hideTitle|transparentBackground|dynamicHeight)$)/

export function matchTally(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'tally.so')) return undefined
  const [kind = '', id = ''] = partsOf(url)
  const link = 'the form’s link (in Tally, “Share” → “Copy link”; it contains “/r/”)'
  if (kind === 'forms') return refused('the form’s edit page', link)
  if (!['r', 'embed'].includes(kind) || !/^\w+$/.test(id)) return refused('not a Tally form', link)
  return found({
    provider: 'web',
    src: carry(url, `https://tally.so/embed/${id}?alignLeft=1&hideTitle=1&transparentBackground=1`, LOOKS),
    href: carry(url, `https://tally.so/r/${id}`, LOOKS),
    shape: 'form',
    sandbox: TAKES_ANSWERS,
  })
}
