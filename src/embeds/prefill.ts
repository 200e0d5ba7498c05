import type { Embed, Prefill, PrefillValue } from './embed.ts'

/**
 * The frame's address with the member's details, by the provider's field names: as a query, or a fragment for Typeform. Only
 * the browser knows them.
 */
export function prefilledSource(
  { provider, src }: Pick<Embed, 'provider' | 'src'>,
  prefill: Prefill,
  viewer: { email: string; fullName: string | null },
): string {
  const details: Record<PrefillValue, string | null> = { email: viewer.email, full_name: viewer.fullName }
  const pairs = Object.entries(prefill).flatMap(([field, value]) => {
    const name = provider === 'airtable' ? `prefill_${field}` : field
    const text = details[value]
    return text ? [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`] : []
  })
  if (pairs.length === 0) return src
  const query = pairs.join('&')
  const [address = '', fragment = ''] = src.split('#')
  if (provider === 'typeform') return `${address}#${fragment && `${fragment}&`}${query}`
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment && `#${fragment}`}`
}
