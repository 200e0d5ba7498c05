import { z } from 'zod'

/** A path of this site, such as `/weekly-updates`. */
export const path = z.templateLiteral(
  ['/', z.string().regex(/^[a-z0-9-]*$/)],
  'Write a path of this site, such as /weekly-updates.',
)

/** An address elsewhere. It opens in a new tab. */
export const address = z.url({
  protocol: /^https$/,
  error: 'Write a whole address that begins with https://.',
})
