import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AstroIntegration } from 'astro'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/content-dates'

/** Tells pages when content came to the project, as the module `virtual:lanai/content-dates`. */
export function contentDates(): AstroIntegration {
  return {
    name: 'lanai-content-dates',
    hooks: {
      'astro:config:setup': async ({ config, logger, updateConfig }) => {
        const dates = await readContentDates(fileURLToPath(config.root))
        if (dates.size === 0)
          logger.info('The history of the content is not here: only what says `published` is called new.')
        const code = `export const addedAt = new Map(${JSON.stringify([...dates])})`
        updateConfig({ vite: { plugins: [virtualModule(MODULE_ID, () => code)] } })
      },
    },
  }
}

/**
 * When each file of the content came to the branch that is built, in milliseconds since 1970, by its path below the root.
 * What was renamed did not come then. Nothing is known of what the oldest commit that is here brought: it may be the
 * first, or where a shallow clone was cut off. Empty where there is no history at all.
 */
export async function readContentDates(root: string): Promise<Map<string, number>> {
  const dates = new Map<string, number>()
  for (const commit of (await readLog(root)).split('\0').slice(1)) {
    const [facts = '', ...files] = commit.split('\n').filter(Boolean)
    const [seconds, parent] = facts.split(' ')
    // The newest commit comes first: what was taken out and brought again came then.
    for (const file of parent ? files : []) if (!dates.has(file)) dates.set(file, Number(seconds) * 1000)
  }
  return dates
}

/**
 * A merge brings what it brings when it is merged, however long ago that was written. Nothing here looks into a file:
 * Netlify's clone has the history without the files' texts, and would fetch them one by one.
 */
async function readLog(root: string): Promise<string> {
  const args = [
    'log',
    '--first-parent',
    '--diff-merges=first-parent',
    '--diff-filter=A',
    '--find-renames=100%',
  ]
  const shown = ['--relative', '--name-only', '--format=%x00%ct %P', '--', 'src/content']
  try {
    const { stdout } = await run('git', ['-C', root, '-c', 'core.quotePath=off', ...args, ...shown], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  } catch {
    // No git, no repository, or one that belongs to another user.
    return ''
  }
}

const run = promisify(execFile)
