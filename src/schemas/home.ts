import { z } from 'zod'
import { icon, path } from './fields.ts'

const card = z.strictObject({
  title: z.string().min(1).describe('The card’s heading.'),
  text: z.string().min(1).describe('A few words under it.'),
  href: path.describe('The page it leads to.'),
  icon,
})

export const homeSchema = z.strictObject({
  heading: z.string().min(1).describe('The member’s full name is added to it when it is known.'),
  description: z.string().min(1).describe('One or two sentences under the heading.'),
  cards: z.array(card).min(1).describe('The cards in their order.'),
  banner: z
    .strictObject({
      title: z.string().min(1).describe('The banner’s heading.'),
      text: z.string().min(1).describe('One or two sentences under it.'),
      action: z.string().min(1).describe('What the banner’s button says.'),
      href: path.describe('Where the button leads.'),
      until: z
        .string()
        .optional()
        .describe(
          'The video with which the banner has done its work: its file below src/content/playlist, without .md. Who has watched it sees no banner.',
        ),
    })
    .describe('The banner below the cards.'),
})
