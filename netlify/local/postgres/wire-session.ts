import type { Backend, Turn } from './backend.ts'
import { StatementNames } from './statement-names.ts'
import { cStrings, errorMessage, typedMessage } from './wire-messages.ts'

/** An open transaction keeps everybody else waiting here, so it may not rest for long. */
export const IDLE_IN_TRANSACTION_MS = 15_000

/** What a client may have changed in the one session all share, put back when it leaves. */
const RESET_SESSION = 'RESET ALL; UNLISTEN *; DISCARD TEMP; SELECT pg_advisory_unlock_all()'

/**
 * One client's conversation with the embedded database. Messages are held back until the client asks for an
 * answer, then run as one; the turn is kept while a transaction is open. So neither an unnamed statement
 * nor a transaction of one client is ever seen by another.
 */
export class WireSession {
  readonly #backend: Backend
  readonly #role: string | null
  readonly #names: StatementNames
  readonly #onIdleTooLong: () => void
  #held: Buffer[] = []
  #turn: Turn | null = null
  #used = false
  #idle: NodeJS.Timeout | undefined

  constructor({ backend, role, id, onIdleTooLong }: WireSessionOptions) {
    this.#backend = backend
    this.#role = role
    this.#names = new StatementNames(`client${id}_`)
    this.#onIdleTooLong = onIdleTooLong
  }

  /** Takes one message; returns what the database answers, null when it is not asked yet. */
  async receive(message: Buffer): Promise<Buffer | null> {
    this.#held.push(this.#names.own(message))
    if (!asksForAnswer(message)) return null

    clearTimeout(this.#idle)
    this.#used = true
    this.#turn ??= await this.#backend.takeTurn(this.#role)
    const answer = await this.#turn.talk(Buffer.concat(this.#held.splice(0)))
    if (isIdle(message, answer)) this.#endTurn()
    else this.#idle = setTimeout(this.#onIdleTooLong, IDLE_IN_TRANSACTION_MS)
    return answer
  }

  /** Undoes what is unfinished and leaves the shared session as it was found. */
  async leave(): Promise<void> {
    clearTimeout(this.#idle)
    if (!this.#used) return
    this.#turn ??= await this.#backend.takeTurn(this.#role)
    try {
      await this.#turn.talk(typedMessage('S'))
      await this.#turn.talk(typedMessage('Q', cStrings('ROLLBACK')))
      await this.#turn.beOwner()
      for (const statement of RESET_SESSION.split('; ')) {
        await this.#turn.talk(typedMessage('Q', cStrings(statement)))
      }
      await this.#turn.talk(Buffer.concat([this.#names.closeAll(), typedMessage('S')]))
    } finally {
      this.#endTurn()
    }
  }

  #endTurn(): void {
    this.#turn?.end()
    this.#turn = null
  }
}

export const idleInTransaction = errorMessage(
  'FATAL',
  '25P03',
  'terminating connection due to idle-in-transaction timeout',
)

/** Query, Sync, Flush, function call, and the end of a copy: after these the client waits. */
function asksForAnswer(message: Buffer): boolean {
  return 'QSHFcf'.includes(String.fromCharCode(message[0] ?? 0))
}

/** The answer ends in ReadyForQuery with status idle. After a Flush more messages of the same batch follow. */
function isIdle(message: Buffer, answer: Buffer): boolean {
  if (String.fromCharCode(message[0] ?? 0) === 'H') return false
  return answer.length >= 6 && answer.toString('latin1', answer.length - 6) === 'Z\0\0\0\u0005I'
}

export interface WireSessionOptions {
  backend: Backend
  /** Whose rights the client has; null has the owner's. */
  role: string | null
  id: number
  onIdleTooLong: () => void
}
