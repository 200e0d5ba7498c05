import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The commit that is built; '' without git. */
export function readCommit(): Promise<string> {
  return promisify(execFile)('git', ['rev-parse', 'HEAD']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
