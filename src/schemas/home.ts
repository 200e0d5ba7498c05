import { z } from 'zod'
import { icon, path, requiredLine, requiredText } from './fields.ts'
import { audience } from './groups.ts'

const card = z
  .strictObject({
    title: requiredLine.describe('The card’s heading.'),
    text: requiredText.describe('A few words under the heading.'),
    href: path.meta({ title: 'Page' }).describe('The page the card leads to.'),
    icon,
    for: audience,
  })
  .meta({ title: 'Card' })

const step = z
  .strictObject({
    title: requiredLine.describe('What new members do first.'),
    page: path
      .optional()
      .describe('Where. Without it and a deadline, the step opens the account, and a picture makes it done.'),
    due: requiredLine
      .optional()
      .meta({ title: 'Deadline' })
      .describe(
        'Its tick makes it done, in place of the video’s: its file in src/content/events, without .yaml.',
      ),
  })
  .meta({ title: 'Step' })

export const homeSchema = z.strictObject({
  heading: requiredLine.describe('The page’s heading. The member’s full name follows it, if there is one.'),
  description: requiredText.describe('One or two sentences under the heading.'),
  cards: z.array(card).min(1).describe('The cards in their order.'),
  banner: z
    .strictObject({
      title: requiredLine.describe('The banner’s heading.'),
      text: requiredText.describe('One or two sentences under it.'),
      action: requiredLine.meta({ title: 'Button' }).describe('What the banner’s button says.'),
      href: path.meta({ title: 'Page' }).describe('Where the button leads.'),
      until: z
        .string()
        .optional()
        .meta({ title: 'Hidden after the video' })
        .describe(
          'Members who have watched this video don’t see the banner. Its file below src/content/playlist, without .md.',
        ),
      steps: z
        .array(step)
        .min(1)
        .optional()
        .describe('The banner goes when all are done, not only the video.'),
    })
    .refine(({ until, steps = [] }) => until ?? steps.every(({ page, due }) => due ?? !page), {
      path: ['until'],
      error: 'Name the video that makes a step with a page done, or name that step’s deadline in `due`.',
    })
    .describe('The banner at the top of home, for members who are new.'),
})
