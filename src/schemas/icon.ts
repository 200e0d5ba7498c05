import { z } from 'zod'

/** The pictures a navigation group or a card may carry; see components/Icon.astro. */
export const icon = z
  .enum(['book', 'calendar', 'compass', 'library', 'message', 'network', 'pen', 'trophy', 'users'])
  .describe('The small picture beside it.')
