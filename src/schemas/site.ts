import { z } from 'zod'
import { timezone } from './fields.ts'

export const siteSchema = z.strictObject({
  brand: z.string().min(1).describe('The product’s name: in the sidebar, in page titles, in “Join …”.'),
  program: z.string().min(1).describe('The cohort this portal is for.'),
  season: z.string().min(1).describe('When that cohort meets.'),
  timezone: timezone.describe('The programme’s clock: of its events, and of the calendars on its pages.'),
  copyright: z.string().min(1).describe('The footer’s line, to the letter.'),
  contact: z
    .email('Write an e-mail address such as team@example.org.')
    .describe('Where people write who wait or were not let in: an address that your team reads.'),
  samples: z
    .literal('shown to members')
    .optional()
    .describe('While pages and videos are samples: lets a build for production show them.'),
  tagline: z.string().min(1).describe('One sentence under the drawing of the sign-in screen.'),
  edit: z
    .strictObject({
      repository: z
        .string()
        .regex(/^[\w.-]+\/[\w.-]+$/, 'Write owner/name, as in the repository’s address on GitHub.')
        .describe('The repository on GitHub: owner/name.'),
      branch: z.string().min(1).default('main').describe('The branch that is deployed.'),
      at: z
        .enum(['portal', 'github'])
        .default('portal')
        .describe('`portal` for forms at /edit, `github` for the files in GitHub’s own editor.'),
      saves: z
        .enum(['commits', 'pull requests'])
        .default('commits')
        .describe(
          'What saving a form makes: a commit on that branch, or a pull request to be looked at first.',
        ),
    })
    .optional()
    .describe('Where editors change these files in the browser. Without it they are offered nothing.'),
})

/** Where the content files are kept, and changed. */
export type Repository = NonNullable<z.output<typeof siteSchema>['edit']>
