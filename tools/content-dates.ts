import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * When each content file was added to the current branch, in milliseconds since 1970, by path. A rename doesn't count. Leaves
 * out files of the oldest commit, where a shallow clone may be cut off. Without a history it is empty, and `problem` says why.
 */
export async function readContentDates(root: string): Promise<ContentDates> {
  const dates = new Map<string, number>()
  const { log, problem } = await readLog(root)
  for (const commit of log.split('\0').slice(1)) {
    const [facts = '', ...files] = commit.split('\n').filter(Boolean)
    const [seconds, parent] = facts.split(' ')
    // Newest first, so that a file that was removed and added again has its latest date.
    for (const file of parent ? files : []) if (!dates.has(file)) dates.set(file, Number(seconds) * 1000)
  }
  return { dates, problem }
}

export interface ContentDates {
  dates: Map<string, number>
  problem: string | null
}

// Files of a merged branch count as added by the merge. Needs no file contents, because Netlify's clone is partial and would
// fetch them one by one.
async function readLog(root: string): Promise<{ log: string; problem: string | null }> {
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
      // English messages, because they are parsed below.
      env: { ...process.env, LC_ALL: 'C' },
    })
    return { log: stdout, problem: null }
  } catch (error) {
    return { log: '', problem: `Nothing will be listed under 'New': ${reasonOf(error, root)}` }
  }
}

function reasonOf(error: unknown, root: string): string {
  const { message } = error as Error
  if (message.includes('dubious ownership'))
    return `this folder belongs to another user, so git doesn’t read its history. Run git config --global --add safe.directory '${root}'.`
  return message.includes('ENOENT') ? 'git isn’t installed.' : 'this folder has no git history.'
}

const run = promisify(execFile)
