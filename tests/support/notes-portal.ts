import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SaveNotesResult } from '#src/server/notes/notes.ts'
import type { NotesForm, StoredNotes } from '#src/shared/notes/note.ts'
import { bundle } from '../../tools/bundle.ts'
import type { ProgressForm } from '#src/shared/playlist/progress.ts'
import type { Remote } from '../fakes/notes.ts'
import { envOf } from './portal.ts'
import type { TestDatabase } from './test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A portal in a process of its own, to be killed in the middle of its work, and what devices reach it by. */
export async function mortalPortal(database: TestDatabase): Promise<MortalPortal> {
  const bundles = join(ROOT, '.netlify/scheduled', randomUUID())
  const [file = ''] = await bundle(ROOT, ['tests/support/notes-worker.ts'], bundles)
  let process_: ChildProcess | null = null
  let url = ''
  let onSave: (() => void) | undefined

  const ask = async (member: string, form?: NotesForm | ProgressForm): Promise<unknown> => {
    const answer = await fetch(url + member, form ? { method: 'POST', body: JSON.stringify(form) } : {})
    return answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))
  }

  return {
    async start() {
      const env = { ...process.env, ...envOf(database) }
      process_ = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const [port] = (await once(process_.stdout ?? process_, 'data')) as [Buffer]
      url = `http://127.0.0.1:${Number(port.toString())}/`
    },
    async kill() {
      if (!process_) return
      process_.kill('SIGKILL')
      await once(process_, 'exit')
      process_ = null
    },
    saves: (nth) =>
      new Promise((resolve) => {
        let count = 0
        onSave = () => {
          if (++count === nth) resolve()
        }
      }),
    saveProgress: (member, changes) =>
      ask(`${member}/progress`, { changes }).then(
        () => true,
        () => false,
      ),
    remoteOf: (member) => ({
      read: () =>
        ask(member).then(
          (known) => known as StoredNotes,
          () => null,
        ),
      async save(form) {
        onSave?.()
        const result = (await ask(member, form).catch(() => null)) as SaveNotesResult | null
        if (result?.ok) return undefined
        return result?.code === 'notes_full' ? 'CONFLICT' : null
      },
    }),
    remove: () => rm(bundles, { recursive: true, force: true }),
  }
}

export interface MortalPortal {
  start(): Promise<void>
  kill(): Promise<void>
  /** Fulfilled once so many saves were sent from now on. */
  saves(nth: number): Promise<void>
  remoteOf(member: string): Remote
  /** @returns whether it was acknowledged. */
  saveProgress(member: string, changes: ProgressForm['changes']): Promise<boolean>
  /** Removes its program. */
  remove(): Promise<void>
}
