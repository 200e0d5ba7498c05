import { z } from 'zod'
import { requiredLine } from './fields.ts'

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const groupName = z
  .string()
  .max(40)
  .regex(NAME, 'Use lowercase letters, digits and single hyphens, such as cohort-17.')
  .meta({ title: 'Group' })

/** Of whatever is only for some members: they have to be in one of these groups. */
export const audience = z
  .array(groupName, {
    error: ({ input }) =>
      input === 'company' ? '`for: company` is called `doneFor: company` now. Rename it.' : undefined,
  })
  .min(1)
  .optional()
  .meta({ title: 'For', control: 'groups' })
  .describe('The groups that it is for, from “Groups”. Without one, it is for every member.')

export const groupsSchema = z.strictObject({
  groups: z
    .array(
      z
        .strictObject({
          name: groupName.meta({ title: 'Name' }).describe('Its name in `for`, such as cohort-17.'),
          title: requiredLine
            .max(60)
            .regex(/^[^[\]|]*$/, 'Write it without [, ] and |.')
            .describe('What administrators and editors read, such as Cohort 17.'),
          directory: z
            .literal('own group')
            .optional()
            .meta({
              title: 'Members’ directory',
              choices: { '': 'Shows everyone', 'own group': 'Shows only this group' },
            })
            .describe('Whom its members find in the members’ directory.'),
        })
        .meta({ title: 'Group' }),
    )
    .describe('Cohorts, mentors, alumni: whoever gets something that others don’t.'),
})
