import { cStrings, typedMessage } from './wire-messages.ts'

/**
 * Prepared statements belong to a connection, but the embedded database has one session for all of them. So
 * every name a client gives is kept apart by a prefix, and its statements are closed when it leaves.
 */
export class StatementNames {
  readonly #prefix: string
  readonly #open = new Set<string>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** The same message, with the statement it names (if it names one) made this client's own. */
  own(message: Buffer): Buffer {
    const at = nameOffset(message)
    if (at === null) return message

    const name = message.toString('utf8', at, message.indexOf(0, at))
    if (name === '') return message

    const type = String.fromCharCode(message[0] ?? 0)
    if (type === 'P') this.#open.add(name)
    if (type === 'C') this.#open.delete(name)
    return typedMessage(
      type,
      Buffer.concat([message.subarray(5, at), Buffer.from(this.#prefix), message.subarray(at)]),
    )
  }

  /** The messages that close everything this client left prepared. */
  closeAll(): Buffer {
    const names = [...this.#open]
    this.#open.clear()
    return Buffer.concat(names.map((name) => typedMessage('C', cStrings(`S${this.#prefix}${name}`))))
  }
}

/** Where the name of a prepared statement begins in Parse, Bind, Describe or Close; null elsewhere. */
function nameOffset(message: Buffer): number | null {
  switch (String.fromCharCode(message[0] ?? 0)) {
    case 'P':
      return 5
    case 'B':
      return message.indexOf(0, 5) + 1
    case 'D':
    case 'C':
      return message[5] === STATEMENT ? 6 : null
    default:
      return null
  }
}

const STATEMENT = 'S'.charCodeAt(0)
