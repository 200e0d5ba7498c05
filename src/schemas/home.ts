import { z } from 'zod'
import { icon, path } from './fields.ts'

const card = z.strictObject({
  title: z.string().min(1).describe('The card’s heading.'),
  text: z.string().min(1).describe('A few words under the heading.'),
  href: path.describe('The page the card leads to.'),
  icon,
})

export const homeSchema = z.strictObject({
  heading: z
    .string()
    .min(1)
    .describe('The page’s heading. The member’s full name follows it, if there is one.'),
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
          'Members who have watched this video don’t see the banner. Its file below src/content/playlist, without .md.',
        ),
    })
    .describe('The banner below the cards.'),
})
