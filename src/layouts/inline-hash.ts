import { createHash } from 'node:crypto'

/** What the page's policy must name to allow exactly this inline script or style. */
export function inlineHash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
