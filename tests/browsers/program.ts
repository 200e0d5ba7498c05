import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a program is, or null. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(':')
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null
}

/** Starts a program and waits until it says what `awaited` captures; null waits for nothing. Throws when it ends before. */
export async function startProgram(
  program: string,
  args: string[],
  awaited: RegExp | null,
  env: Record<string, string> = {},
): Promise<{ said: string; stop: () => Promise<void> }> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = once(child, 'exit')
  let text = ''
  const said = new Promise<string>((resolve, reject) => {
    if (!awaited) resolve('')
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        const [, found] = awaited?.exec(text) ?? []
        if (found !== undefined) resolve(found)
      })
    }
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} ended: ${text.slice(-500)}`)))
  })
  const stop = async () => {
    child.kill()
    await gone
  }
  return { said: await said, stop }
}
