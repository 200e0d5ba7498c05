import { isUnder, keepOnly, partsOf, withQuery } from '../addresses.ts'
import { found, refused, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

const FRAMED = [
  ['alignLeft', '1'],
  ['hideTitle', '1'],
  ['transparentBackground', '1'],
] as const

export function matchTally(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'tally.so')) return undefined
  const [kind = '', id = ''] = partsOf(url)
  const link = 'the form’s link (in Tally, “Share” → “Copy link”; it contains “/r/”)'
  if (kind === 'forms') return refused('the form’s edit page', link)
  if (!['r', 'embed'].includes(kind) || !/^\w+$/.test(id)) return refused('not a Tally form', link)
  const answers = keepOnly(
    url,
    (name) => !/^(?:utm_|dynamicHeight)/.test(name) && !FRAMED.some(([own]) => own === name),
  )
  return found({
    provider: 'web',
    src: withQuery(
      `https://tally.so/embed/${id}`,
      new URLSearchParams([...answers, ...FRAMED.map((pair) => [...pair])]),
    ),
    href: withQuery(`https://tally.so/r/${id}`, answers),
    shape: 'form',
    sandbox: TAKES_ANSWERS,
  })
}
