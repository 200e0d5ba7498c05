import { decode } from '../decode.ts'
import { foldText } from '../search-text.ts'
import { parseTimestamp } from './times.ts'

/**
 * A title's fragment: punctuation removed, spaces turned into hyphens. Hyphens, the ʻokina (a letter) and the kahakō stay.
 * Empty for a title of punctuation only.
 */
export function toFragment(title: string): string {
  return title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
}

/**
 * Letters and digits only, without case, accents and ʻokina. It is unique, so that an address typed from memory finds its
 * video.
 */
export function fragmentKey(fragment: string): string {
  return foldText(fragment).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Reads `#Problem-Interviews&t=754`; null for a hash without a fragment. */
export function readHash(hash: string): Moment | null {
  const [encoded = '', ...options] = hash.replace(/^#/, '').split('&')
  const fragment = decode(encoded).normalize('NFC')
  if (!fragment) return null
  return {
    fragment,
    seconds: parseTimestamp(options.find((option) => option.startsWith('t='))?.slice(2) ?? ''),
  }
}

export function writeHash({ fragment, seconds }: Moment): string {
  return `#${encodeURIComponent(fragment)}${seconds === null ? '' : `&t=${Math.floor(seconds)}`}`
}

/** A second of a video; null where the link names none. */
export interface Moment {
  fragment: string
  seconds: number | null
}
