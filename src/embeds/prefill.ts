import type { Embed, Prefill, PrefillValue } from './embed.ts'

/** The member's details as a query, or a fragment for Typeform, by the provider's field names. */
export function prefillQuery(
  embed: Pick<Embed, 'provider'>,
  prefill: Prefill,
  viewer: PrefillViewer,
): string {
  const known = Object.entries(prefill).flatMap(([field, value]) => {
    const text = viewer[FIELDS[value]]
    return text ? [[nameOf(embed, field), text] as const] : []
  })
  return known.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')
}

/** The frame's address with the member's details filled in. Only the browser knows them. */
export function prefilledSource(
  embed: Pick<Embed, 'provider' | 'src'>,
  prefill: Prefill,
  viewer: PrefillViewer,
): string {
  const query = prefillQuery(embed, prefill, viewer)
  if (!query) return embed.src
  const [address = '', fragment = ''] = embed.src.split('#')
  if (embed.provider === 'typeform') return `${address}#${fragment && `${fragment}&`}${query}`
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment && `#${fragment}`}`
}

export interface PrefillViewer {
  email: string
  fullName: string | null
}

const FIELDS = { email: 'email', full_name: 'fullName' } as const satisfies Record<
  PrefillValue,
  keyof PrefillViewer
>

function nameOf({ provider }: Pick<Embed, 'provider'>, field: string): string {
  return provider === 'airtable' ? `prefill_${field}` : field
}
