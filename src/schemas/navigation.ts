import { z } from 'zod'
import { address, icon, path } from './fields.ts'

const link = z.strictObject({
  label: z.string().min(1).describe('What people read.'),
  href: path.describe('The page’s path, such as /weekly-updates.'),
})

const externalLink = z.strictObject({
  label: z.string().min(1).describe('What people read.'),
  href: address.describe('The whole address; it opens in a new tab.'),
  icon,
})

export const navigationSchema = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        label: z.string().min(1).describe('What people read.'),
        href: path.describe('The group’s own page.'),
        icon,
        children: z.array(link).describe('Pages that unfold below it.'),
      }),
    )
    .describe('The sidebar’s groups in their order.'),
  channels: z.array(externalLink).describe('Rooms of the chat workspace.'),
  social: z.array(externalLink).describe('Links in the footer.'),
})
