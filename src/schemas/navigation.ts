import { z } from 'zod'
import { address, icon, path, requiredText } from './fields.ts'

const link = z.strictObject({
  label: requiredText.describe('The text that members see.'),
  href: path.describe('The page’s path, such as /weekly-updates.'),
})

const externalLink = z.strictObject({
  label: requiredText.describe('The text that members see.'),
  href: address.describe('The full address. It opens in a new tab.'),
  icon,
})

export const navigationSchema = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        label: requiredText.describe('The text that members see.'),
        href: path.describe('The page of the group itself.'),
        icon,
        children: z.array(link).describe('The pages in this group.'),
      }),
    )
    .describe('The sidebar’s groups in their order.'),
  channels: z.array(externalLink).describe('Channels of the chat workspace.'),
  social: z.array(externalLink).describe('Links in the footer.'),
})
