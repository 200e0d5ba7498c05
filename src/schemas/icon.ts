import { z } from 'zod'

/** The pictures a navigation group, a link or a card may carry; see components/content-icons.ts. */
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

export type ContentIcon = z.output<typeof icon>
