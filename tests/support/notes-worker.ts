import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { createDeps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { readNotes, saveNotes } from '#src/server/notes/notes.ts'
import { saveProgress } from '#src/server/progress/progress.ts'
import { NotesForm } from '#src/shared/notes/note.ts'
import { ProgressForm } from '#src/shared/playlist/progress.ts'

/**
 * A portal that knows notes and progress alone, until it is killed: the entry of a process that
 * tests/faults/notes-and-progress.test.ts starts. The path says whose they are.
 */
const deps = createDeps(readEnv(process.env))

const server = createServer((request, response) => {
  const [member = '', isProgress] = (request.url ?? '').slice(1).split('/')
  const work = async () => {
    if (isProgress) return saveProgress(deps, member, ProgressForm.parse(await json(request)).changes)
    if (request.method === 'POST') return saveNotes(deps, member, NotesForm.parse(await json(request)))
    return readNotes(deps, member)
  }
  void work().then(
    (answer) => response.end(JSON.stringify(answer)),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
