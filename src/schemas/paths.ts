import { z } from 'zod'

/** A path of this site, such as `/weekly-updates`. */
export const path = z.templateLiteral(
  ['/', z.string().regex(/^[a-z0-9-]*$/)],
  'Write a path of this site, such as /weekly-updates.',
)

const WRITE_ADDRESS = 'Write a whole address that begins with https://.'

/** An address elsewhere. It opens in a new tab. */
export const address = z
  .url({ protocol: /^https$/, error: WRITE_ADDRESS, abort: true })
  // The same for a form, which knows patterns alone.
  .regex(/^https:\/\//, WRITE_ADDRESS)
