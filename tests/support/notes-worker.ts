import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { createDeps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { readNotes, saveNotes } from '#src/server/notes/notes.ts'
import { NotesForm } from '#src/shared/notes/note.ts'

/**
 * A portal that knows notes alone, until it is killed: the entry of a process of its own, see
 * tests/faults/notes-killed.test.ts. The path says whose they are.
 */
const deps = createDeps(readEnv(process.env))

const server = createServer((request, response) => {
  const member = (request.url ?? '').slice(1)
  const work = async () =>
    request.method === 'POST'
      ? saveNotes(deps, member, NotesForm.parse(await json(request)))
      : readNotes(deps, member)
  void work().then(
    (answer) => response.end(JSON.stringify(answer)),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
