import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { saveNote } from '#src/server/notes/notes.ts'
import { saveProgress } from '#src/server/progress/progress.ts'
import { NoteForm } from '#src/shared/notes/note.ts'
import { ProgressForm } from '#src/shared/playlist/progress.ts'

/** Saves notes and progress of the member whom the path names, and delivers mails where there is a provider: see killable-process.ts. */
const deps = createDeps(readEnv(process.env))

const server = createServer((request, response) => {
  answer(request).then(
    (result) => response.end(JSON.stringify(result)),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function answer(request: IncomingMessage): Promise<unknown> {
  const [member = '', isProgress] = (request.url ?? '').slice(1).split('/')
  if (isProgress) return saveProgress(deps, member, ProgressForm.parse(await json(request)).changes)
  return saveNote(deps, member, NoteForm.parse(await json(request)))
}

if (process.env.POSTMARK_SERVER_TOKEN) {
  const { deliver } = await import('#src/server/delivery.ts')
  for (;;) {
    await deliver({ withinMs: 20_000 })
    await sleep(20)
  }
}
