import { readContentDates } from '../tools/content-dates.ts'
import { virtualModule } from './virtual-module.ts'

/** Provides the dates on which content was added, as `virtual:lanai/content-dates`. */
export const contentDates = virtualModule('virtual:lanai/content-dates', async ({ root, logger }) => {
  const dates = await readContentDates(root)
  if (dates.size === 0)
    logger.info(
      'The git history of the content isn’t available, so only content with `published` can be marked as new.',
    )
  return `export const addedAt = new Map(${JSON.stringify([...dates])})`
})
