import { z } from 'zod'
import { requiredLine, requiredText, timeZone } from './fields.ts'

/** The colour of the page in the light theme, on which text in the accent stands; white is lighter still. */
const PAPER = '#fcfaf6'

export const siteSchema = z.strictObject({
  brand: z.string().min(1).describe('The product’s name: in the sidebar, in page titles, in “Join …”.'),
  accent: z
    .string()
    .regex(/^#[\da-fA-F]{6}$/, { error: 'Write a colour such as "#8a1c5b".', abort: true })
    .refine(
      (colour) => contrast(colour, PAPER) >= 4.5,
      'This colour is too light to be read as text or under white text. Choose a darker one: it needs a contrast of 4.5 to 1 with #fcfaf6.',
    )
    .optional()
    .meta({ title: 'Accent colour' })
    .describe('The colour of links, buttons and marks, such as #8a1c5b.'),
  program: z.string().min(1).meta({ title: 'Cohort' }).describe('The cohort this portal is for.'),
  season: z.string().min(1).describe('When that cohort meets.'),
  timezone: timeZone
    .meta({ title: 'Time zone' })
    .describe('The programme’s, for its events and for the calendars on its pages.'),
  copyright: requiredText.describe('The line in the footer.'),
  contact: z
    .email('Write an email address such as team@example.org.')
    .describe(
      'An address that your team reads: people who are waiting or were denied write there, and answers to emails go there.',
    ),
  weekly: z
    .string()
    .regex(
      /^(?:never|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day (?:1?\d|2[0-3]):00)$/,
      'Write a weekday and a full hour, such as Monday 7:00, or never.',
    )
    .default('Monday 7:00')
    .meta({ title: 'Weekly email' })
    .describe('When members get their week by email, in the programme’s time zone: Monday 7:00. Or never.'),
  roles: z
    .array(requiredLine.max(40).meta({ title: 'Role' }))
    .default([])
    .describe('What people are in the programme, such as Founder or Mentor. A role gives no rights.'),
  directory: z
    .literal(false)
    .optional()
    .meta({ title: 'Members’ directory', choices: { '': 'Shown to members', false: 'Switched off' } })
    .describe('Whether members find each other at /members.'),
  administrators: z
    .strictObject({
      passkey: z
        .enum(['advised', 'required'])
        .default('advised')
        .meta({ choices: { '': 'Advised', required: 'Required before they change anything' } })
        .describe('Whether administrators need a passkey beside their password.'),
    })
    .prefault({})
    .describe('What the site wants of administrators.'),
  samples: z
    .enum(['none', 'shown to members'])
    .optional()
    .meta({
      choices: {
        '': 'Refused by a production build',
        none: 'Refused by each build',
        'shown to members': 'Shown to members',
      },
    })
    .describe('Whether a build accepts what is still a sample.'),
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
        .meta({ title: 'Edited', choices: { '': 'In forms at /edit', github: 'In GitHub’s own editor' } })
        .describe('Where “Edit this page” leads.'),
      saves: z
        .enum(['commits', 'pull requests'])
        .default('commits')
        .meta({ choices: { '': 'A commit', 'pull requests': 'A pull request' } })
        .describe('What saving a form creates: a commit on that branch, or a pull request to review first.'),
    })
    .optional()
    .meta({ title: 'Editing' })
    .describe('Where editors change these files in the browser. Without it, there is no `/edit`.'),
})

export type Repository = NonNullable<z.output<typeof siteSchema>['edit']>

/** The contrast of two colours such as #0a6c77, from 1 to 21, as WCAG 2.2 measures it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(colour.slice(at, at + 2)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(hex: string): number {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
