/** The messages of PostgreSQL's wire protocol that the server side must read or write itself. */

export const SSL_REQUEST = 80877103
export const GSS_REQUEST = 80877104
export const CANCEL_REQUEST = 80877102
export const PROTOCOL_3_0 = 0x30000

/** Larger than any statement of this product; a length field beyond it is garbage or an attack. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

/** Length of the first complete untyped message (the start-up of a connection), 0 when bytes are missing. */
export function startupLength(buffer: Buffer): number {
  if (buffer.length < 8) return 0
  const length = buffer.readInt32BE(0)
  return buffer.length >= length ? length : 0
}

/** Length of the first complete typed message, 0 when bytes are missing. */
export function messageLength(buffer: Buffer): number {
  if (buffer.length < 5) return 0
  const length = 1 + buffer.readInt32BE(1)
  return buffer.length >= length ? length : 0
}

/** True when the length field at this offset can only be nonsense. */
export function isMalformedLength(buffer: Buffer, offset: number): boolean {
  if (buffer.length < offset + 4) return false
  const length = buffer.readInt32BE(offset)
  return length < 4 || length > MAX_MESSAGE_BYTES
}

/** The names and values of a start-up message: user, database, client_encoding and so on. */
export function startupParameters(message: Buffer): Map<string, string> {
  const texts = message.toString('utf8', 8).split('\0')
  const parameters = new Map<string, string>()
  for (let index = 0; texts[index]; index += 2) parameters.set(texts[index] ?? '', texts[index + 1] ?? '')
  return parameters
}

export function typedMessage(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const message = Buffer.alloc(5 + body.length)
  message.write(type, 0, 'latin1')
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

/** ErrorResponse. A client closes its connection on severity FATAL. */
export function errorMessage(severity: 'ERROR' | 'FATAL', sqlState: string, text: string): Buffer {
  return typedMessage('E', cStrings(`S${severity}`, `V${severity}`, `C${sqlState}`, `M${text}`, ''))
}

export function cStrings(...texts: string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\0`).join(''), 'utf8')
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
