import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { readContentDates } from '../tools/content-dates.ts'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/content-dates'

/** Provides the dates on which content was added, as `virtual:lanai/content-dates`. */
export function contentDates(): AstroIntegration {
  return {
    name: 'lanai-content-dates',
    hooks: {
      'astro:config:setup': async ({ config, logger, updateConfig }) => {
        const dates = await readContentDates(fileURLToPath(config.root))
        if (dates.size === 0)
          logger.info(
            'The git history of the content isn’t available, so only content with `published` can be marked as new.',
          )
        const code = `export const addedAt = new Map(${JSON.stringify([...dates])})`
        updateConfig({ vite: { plugins: [virtualModule(MODULE_ID, () => code)] } })
      },
    },
  }
}
