import { expect } from 'vitest'

/** Of an outage people are told how to name it. */
export function toldWithId(sentence: string): string {
  const pattern = `^${RegExp.escape(sentence)} \\(Tell us: [0-9A-Za-z-]{8,40}\\)$`
  return expect.stringMatching(pattern) as string
}
