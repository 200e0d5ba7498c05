import { z } from 'zod'
import { timezone } from './timezone.ts'

export const siteSchema = z.strictObject({
  brand: z.string().min(1).describe('The product’s name: in the sidebar, in page titles, in “Join …”.'),
  program: z.string().min(1).describe('The cohort this portal is for.'),
  season: z.string().min(1).describe('When that cohort meets.'),
  timezone: timezone.describe('The programme’s clock: of its events, and of the calendars on its pages.'),
  copyright: z.string().min(1).describe('The footer’s line, to the letter.'),
  contact: z
    .email('Write an e-mail address such as team@example.org.')
    .describe('Where people write who wait or were not let in: an address somebody reads.'),
  tagline: z.string().min(1).describe('One sentence under the drawing of the sign-in screen.'),
})
