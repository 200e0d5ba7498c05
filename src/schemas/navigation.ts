import { z } from 'zod'
import { address, icon, path, requiredLine } from './fields.ts'
import { audience } from './groups.ts'

const link = z
  .strictObject({
    label: requiredLine.describe('The text that members see.'),
    href: path.meta({ title: 'Page' }).describe('The page’s address, such as /weekly-updates.'),
    for: audience,
  })
  .meta({ title: 'Page' })

const externalLink = z
  .strictObject({
    label: requiredLine.describe('The text that members see.'),
    href: address.meta({ title: 'Link' }).describe('The full address. It opens in a new tab.'),
    icon,
    for: audience,
  })
  .meta({ title: 'Link' })

export const navigationSchema = z.strictObject({
  groups: z
    .array(
      z
        .strictObject({
          label: requiredLine.describe('The text that members see.'),
          href: path.meta({ title: 'Page' }).describe('The page of the group itself.'),
          icon,
          for: audience,
          children: z.array(link).meta({ title: 'Pages' }).describe('The pages in this group.'),
        })
        .meta({ title: 'Group' }),
    )
    .describe('The sidebar’s groups in their order.'),
  channels: z.array(externalLink).describe('Channels of the chat workspace.'),
  social: z.array(externalLink).describe('Links in the footer.'),
})
