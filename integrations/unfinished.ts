import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { ContentError } from '../src/content-check/problem.ts'
import { readUnfinished, refusedSamples, sayUnfinished } from '../src/content-check/unfinished.ts'
import type { Pack } from '../src/schemas/files.ts'

/**
 * Says at the end of a build what of the content is a sample or has nothing in it yet. A build for production stops before
 * anything is made where samples are left, unless the content itself says that members may see them.
 */
export function unfinished(packs: readonly Pack[], isForProduction: boolean): AstroIntegration {
  let root = ''
  return {
    name: 'lanai-unfinished',
    hooks: {
      'astro:config:setup': ({ config, command }) => {
        root = fileURLToPath(config.root)
        const refused = command === 'build' && isForProduction ? refusedSamples(root, packs) : []
        if (refused.length > 0) throw new ContentError(refused)
      },
      'astro:build:done': ({ logger }) => {
        for (const sentence of sayUnfinished(readUnfinished(root, packs))) logger.warn(sentence)
      },
    },
  }
}
