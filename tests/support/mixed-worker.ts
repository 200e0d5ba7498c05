import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepAvatars } from '#src/server/sweep/sweep.ts'
import { uploadAvatar } from '#src/server/avatars/avatar.ts'
import { deliver } from '#src/server/delivery.ts'
import { createDeps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { updateProfile } from '#src/server/members/my-data.ts'
import type { Member } from '#src/server/member.ts'
import { saveNotes } from '#src/server/notes/notes.ts'
import { saveProgress } from '#src/server/progress/progress.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { NotesForm } from '#src/shared/notes/note.ts'
import { Email } from '#src/shared/forms.ts'
import { fastHasher } from '../fakes/fast-hasher.ts'

/**
 * A portal with all that writes, which delivers and sweeps besides, until it is killed: the entry of a process of its own, see
 * tests/faults/everything-killed.test.ts. The path says what is done, and by whom.
 */
turnClock(Number(process.env.CLOCK_OFF_BY_MS ?? 0))
const deps = { ...createDeps(readEnv(process.env)), passwords: fastHasher() }
const visitor = { address: '192.0.2.1', sessionToken: null, deviceToken: null, userAgent: null }

const server = createServer((request, response) => {
  const [, does = '', who = ''] = (request.url ?? '').split('/')
  void buffer(request)
    .then((body) => act(does, decodeURIComponent(who), body))
    .then(
      (answer) => response.end(JSON.stringify(answer)),
      () => response.writeHead(500).end(),
    )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
void keepDoing(() => deliver({ withinMs: 20_000 }))
void keepDoing(() => sweepAvatars(deps))

function act(does: string, who: string, body: Buffer): Promise<{ ok: boolean } | null> {
  const member = { member: { id: who } as Member, token: '' }
  const read = () => JSON.parse(body.toString()) as never
  switch (does) {
    case 'signUp':
      return signUp(deps, { email: Email.parse(who), password: PASSWORD, fullName: null }, visitor)
    case 'signIn':
      return signIn(deps, { email: Email.parse(who), password: PASSWORD }, visitor)
    case 'rename':
      return updateProfile(deps, member, read()).then((viewer) => ({ ok: viewer !== null }))
    case 'progress':
      return saveProgress(deps, who, read()).then(() => ({ ok: true }))
    case 'notes':
      return saveNotes(deps, who, NotesForm.parse(read()))
    case 'upload':
      return uploadAvatar(deps, member, body)
    default:
      return Promise.resolve(null)
  }
}

const PASSWORD = 'aloha kakahiaka'

async function keepDoing(work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await work().catch(() => undefined)
    await sleep(20)
  }
}

/** An instance whose machine has the time wrong. */
function turnClock(byMs: number): void {
  const Right = Date
  globalThis.Date = new Proxy(Right, {
    construct: (_, args: unknown[]) =>
      args.length > 0 ? (Reflect.construct(Right, args) as Date) : new Right(Right.now() + byMs),
    get: (target, name) =>
      name === 'now' ? () => Right.now() + byMs : (Reflect.get(target, name) as unknown),
  })
}
