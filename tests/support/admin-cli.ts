import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CLI = join(import.meta.dirname, '../../db/admin/cli.ts')

/** `npm run admin` as a process of its own, from another folder. */
export function runCli(args: string[], env: Record<string, string>, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [CLI, ...args],
      { env: { PATH: process.env.PATH, ...env }, cwd: tmpdir() },
      (_, stdout, stderr) => {
        resolve({ status: child.exitCode, stdout, stderr })
      },
    )
    child.stdin?.end(input)
  })
}

export interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}
