import { format } from 'node:util'
import { vi } from 'vitest'

/** Runs a command without a process. Returns its exit status and what it printed. */
export async function outputOf(command: () => Promise<number>) {
  const output = { status: 0, stdout: '', stderr: '' }
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => {
    output.stdout += `${format(...words)}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation((...words) => {
    output.stderr += `${format(...words)}\n`
  })
  output.status = await command()
  log.mockRestore()
  error.mockRestore()
  return output
}
