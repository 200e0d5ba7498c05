import { z } from 'zod'

/** The pictures a navigation group, a link or a card may carry; see components/Icon.astro. */
export const icon = z
  .enum([
    'book',
    'briefcase',
    'calendar',
    'camera',
    'coffee',
    'compass',
    'globe',
    'hash',
    'library',
    'message',
    'network',
    'pen',
    'play',
    'shapes',
    'share',
    'trophy',
    'users',
  ])
  .describe('The small picture beside it.')
