import { carry } from './addresses.ts'
import { cleanText } from '../shared/clean-text.ts'
import type { Embed } from './embed.ts'

/** What a provider makes of an address. */
export type EmbedResult = { ok: true; embed: Embed } | Refused

export interface Refused {
  ok: false
  /** Completes '<what was pasted> is …'. */
  is: string
  /** A sentence. */
  remedy: string
}

/** A frame, and what opens in a new tab without what the frame's address sets. */
export function found({ from, src, href, dropped = /(?!)/, ...embed }: Found): EmbedResult {
  const framed = new URL(src).searchParams
  const addresses = {
    src: carry(from, src, (name) => dropped.test(name)),
    href: carry(from, href, (name) => framed.has(name) || dropped.test(name)),
  }
  return { ok: true, embed: { allow: '', subscribeUrl: null, framing: 'allowed', ...addresses, ...embed } }
}

/** @param paste completes 'Paste … instead'. */
export function refused(is: string, paste: string): Refused {
  return { ok: false, is, remedy: `Paste ${paste} instead.` }
}

/** A refusal as people read it. */
export function explain(pasted: string, { is, remedy }: Refused): string {
  const text = cleanText(pasted).trim().replace(/\s+/g, ' ')
  const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text
  return `“${shown}” is ${is}. ${remedy}`
}

/** For pages that run scripts on their own origin and open links in new tabs. None may navigate the tab that holds them. */
export const READS = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** For pages that members also write in. */
export const TAKES_ANSWERS = `${READS} allow-forms`

interface Found
  extends
    Pick<Embed, 'provider' | 'src' | 'href' | 'shape' | 'sandbox'>,
    Partial<Pick<Embed, 'framing' | 'allow' | 'subscribeUrl'>> {
  /** The pasted address. */
  from: URL
  /** Parameters of the pasted address that say nothing about what is shown. */
  dropped?: RegExp
}
