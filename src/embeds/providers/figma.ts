import { carry, isUnder, partsOf } from '../addresses.ts'
import type { EmbedResult } from '../embed-result.ts'
import { matchTable } from './table.ts'

/** Figma's embed code until 2024, which has the file's link as a parameter. */
export function matchFigmaCode(url: URL): EmbedResult | undefined {
  const inside = url.searchParams.get('url')
  if (!isUnder(url, 'figma.com') || partsOf(url)[0] !== 'embed') return undefined
  if (!inside || !URL.canParse(inside) || inside.includes('/embed')) return undefined
  return matchTable(new URL(carry(url, inside, (name) => name === 'url' || name === 'embed_host')))
}
