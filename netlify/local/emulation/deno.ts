import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { EMULATION } from './install.ts'

/**
 * Puts the real Deno program first on the PATH. The package's command is a wrapper in Node, and ending a wrapper
 * leaves the program running.
 */
export function preferRealDeno(): void {
  const directory = join(EMULATION, 'node_modules/deno')
  if (!existsSync(join(directory, 'deno'))) return
  process.env.PATH = `${directory}${delimiter}${process.env.PATH ?? ''}`
}

/** Ends the Deno processes of this one even when it is killed outright. Returns what calls the watch off. */
export function watchDeno(): () => void {
  if (process.platform === 'win32') return () => undefined

  const watcher = spawn('/bin/sh', ['-c', WATCH, 'watch-deno', String(process.pid)], {
    detached: true,
    stdio: 'ignore',
  })
  // Without a shell there is no watch, and that is no reason not to start.
  watcher.on('error', () => undefined)
  watcher.unref()
  return () => {
    watcher.kill('SIGKILL')
  }
}

/** Remembers the parent's children while it lives; when it is gone, ends those of them that are Deno. */
const WATCH = `
while kill -0 "$1" 2>/dev/null; do
  children=$(ps -A -o pid=,ppid=,comm= | awk -v parent="$1" '$2 == parent && $3 ~ /deno/ { print $1 }')
  sleep 0.5
done
for child in $children; do
  case $(ps -o comm= -p "$child") in *deno*) kill -9 "$child" ;; esac
done
`
