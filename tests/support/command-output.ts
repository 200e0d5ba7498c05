import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import { vi } from 'vitest'

const printing = new AsyncLocalStorage<object>()

/** Runs a command without a process. Returns its exit status and what it printed, but not what a portal logs meanwhile. */
export async function outputOf(command: () => Promise<number>) {
  const output = { status: 0, stdout: '', stderr: '' }
  const collect = (stream: 'stdout' | 'stderr') => {
    return (...words: unknown[]) => {
      if (printing.getStore() === output) output[stream] += `${format(...words)}\n`
    }
  }
  const log = vi.spyOn(console, 'log').mockImplementation(collect('stdout'))
  const error = vi.spyOn(console, 'error').mockImplementation(collect('stderr'))
  output.status = await printing.run(output, command)
  log.mockRestore()
  error.mockRestore()
  return output
}
