import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * When each content file was added to the current branch, in milliseconds since 1970, by path. A rename doesn't count. Leaves
 * out files of the oldest commit, where a shallow clone may be cut off. Empty without a git history.
 */
export async function readContentDates(root: string): Promise<Map<string, number>> {
  const dates = new Map<string, number>()
  for (const commit of (await readLog(root)).split('\0').slice(1)) {
    const [facts = '', ...files] = commit.split('\n').filter(Boolean)
    const [seconds, parent] = facts.split(' ')
    // Newest first, so that a file that was removed and added again has its latest date.
    for (const file of parent ? files : []) if (!dates.has(file)) dates.set(file, Number(seconds) * 1000)
  }
  return dates
}

/**
 * Files of a merged branch count as added by the merge. Needs no file contents, because Netlify's clone is partial and would
 * fetch them one by one.
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
    // No git, no repository, or one owned by another user.
    return ''
  }
}

const run = promisify(execFile)
