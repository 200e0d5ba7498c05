import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../../tools/bundle.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A portal in a process of its own that is killed and started again. */
export async function mixedPortal(env: Record<string, string>): Promise<MixedPortal> {
  const bundles = join(ROOT, '.netlify/scheduled', randomUUID())
  const [file = ''] = await bundle(ROOT, ['tests/support/mixed-worker.ts'], bundles)
  let process_: ChildProcess | null = null
  let url = ''
  let onAsked: (() => void) | undefined

  return {
    async start(clockOffByMs = 0) {
      process_ = spawn(process.execPath, [file], {
        env: { ...process.env, ...env, CLOCK_OFF_BY_MS: String(clockOffByMs) },
        // What it says of the weather is of no interest.
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [port] = (await once(process_.stdout ?? process_, 'data')) as [Buffer]
      process_.stdout?.resume()
      url = `http://127.0.0.1:${Number(port.toString())}/`
    },
    async kill() {
      if (!process_) return
      const ended = once(process_, 'exit')
      process_.kill('SIGKILL')
      await ended
      process_ = null
    },
    asked: (nth) =>
      new Promise((resolve) => {
        let count = 0
        onAsked = () => {
          if (++count === nth) resolve()
        }
      }),
    async ask(does, who, body) {
      onAsked?.()
      try {
        const answer = await fetch(`${url}${does}/${encodeURIComponent(who)}`, {
          method: 'POST',
          body: body instanceof Uint8Array ? body : JSON.stringify(body),
          signal: AbortSignal.timeout(15_000),
        })
        return answer.ok ? ((await answer.json()) as Answered) : null
      } catch {
        return null
      }
    },
    remove: () => rm(bundles, { recursive: true, force: true }),
  }
}

export interface MixedPortal {
  start: (clockOffByMs?: number) => Promise<void>
  kill: () => Promise<void>
  /** Fulfilled once so much was asked from now on. */
  asked: (nth: number) => Promise<void>
  /** null when it did not say that it is done, or that it is not. */
  ask: (does: Deed, who: string, body?: object | Uint8Array<ArrayBuffer>) => Promise<Answered | null>
  /** Removes its program. */
  remove: () => Promise<void>
}

export type Deed = 'signUp' | 'signIn' | 'rename' | 'progress' | 'notes' | 'upload'

interface Answered {
  ok: boolean
  code?: string
  avatarUrl?: string
}
