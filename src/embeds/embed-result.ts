import type { Embed, Framing, ProviderId, Shape } from './embed.ts'

/** What a provider makes of an address. undefined when it is another provider's. */
export type Matcher = (url: URL) => EmbedResult | undefined

export type EmbedResult = { ok: true; embed: Embed } | { ok: false; refusal: Refusal }

/** Completes '<what was pasted> is …' and 'Paste … instead'. */
export interface Refusal {
  is: string
  paste: string
}

export function found(embed: Found): EmbedResult {
  return { ok: true, embed: { allow: '', subscribeUrl: null, framing: 'allowed', ...embed } }
}

export function refused(is: string, paste: string): Extract<EmbedResult, { ok: false }> {
  return { ok: false, refusal: { is, paste } }
}

/** For pages that run scripts on their own origin and open links in new tabs. None may navigate the tab that holds them. */
export const READS = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** For pages that members also write in. */
export const TAKES_ANSWERS = `${READS} allow-forms`

interface Found {
  provider: ProviderId
  src: string
  href: string
  shape: Shape
  framing?: Framing
  sandbox: string
  allow?: string
  subscribeUrl?: string | null
  view?: Embed['view']
}
