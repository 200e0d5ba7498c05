import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Messages in Postmark's own field names, each a JSON file whose name begins with the moment it was sent; null keeps no files. */
export async function openMessageStore(directory: string | null): Promise<MessageStore> {
  const newestFirst = directory === null ? [] : await readMessages(directory)
  return {
    list: () => Promise.resolve([...newestFirst]),
    async add(message) {
      const stored = { MessageID: randomUUID(), SubmittedAt: new Date().toISOString(), ...message }
      if (directory !== null) await writeMessage(directory, stored)
      newestFirst.unshift(stored)
      return stored
    },
  }
}

async function readMessages(directory: string): Promise<StoredMessage[]> {
  await mkdir(directory, { recursive: true })
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'))
  const texts = names.sort().map((name) => readFile(join(directory, name), 'utf8'))
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as StoredMessage).reverse()
}

/** A file is there completely or not at all, and on disk before the sender hears that the message was accepted. */
async function writeMessage(directory: string, message: StoredMessage): Promise<void> {
  const path = join(directory, `${message.SubmittedAt.replaceAll(':', '-')}_${message.MessageID}`)
  await writeFile(`${path}.part`, JSON.stringify(message, null, 2), { mode: 0o600, flush: true })
  await rename(`${path}.part`, `${path}.json`)
}

export interface MessageStore {
  add(message: Message): Promise<StoredMessage>
  /** Newest first. */
  list(): Promise<StoredMessage[]>
}

/** Everything else that a sender says is kept as it is. */
export interface Message {
  From: string
  To: string
  Subject?: string | undefined
  HtmlBody?: string | undefined
  TextBody?: string | undefined
  Metadata: Record<string, string>
}

export interface StoredMessage extends Message {
  MessageID: string
  SubmittedAt: string
}
