import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Messages as files, one each, in Postmark's own field names. A file is there completely or not at all, and is on
 * disk before the sender hears that the message was accepted.
 */
export async function openMessageStore(directory: string): Promise<MessageStore> {
  await mkdir(directory, { recursive: true })

  return {
    async add(message, submittedAt) {
      const MessageID = randomUUID()
      const stored: StoredMessage = { MessageID, SubmittedAt: submittedAt.toISOString(), ...message }
      await writeWhole(join(directory, fileName(stored)), JSON.stringify(stored, null, 2))
      return stored
    },

    async list() {
      const names = (await readdir(directory)).filter((name) => name.endsWith('.json'))
      // The name begins with the moment of submission.
      const newestFirst = names.sort().reverse()
      return Promise.all(newestFirst.map((name) => readMessage(join(directory, name))))
    },

    async find(messageId) {
      const name = (await readdir(directory)).find((entry) => entry.endsWith(`_${messageId}.json`))
      return name ? readMessage(join(directory, name)) : null
    },
  }
}

/** Messages that are gone with the process. */
export function memoryMessageStore(): MessageStore {
  const stored: StoredMessage[] = []
  return {
    add(message, submittedAt) {
      const added = { MessageID: randomUUID(), SubmittedAt: submittedAt.toISOString(), ...message }
      stored.unshift(added)
      return Promise.resolve(added)
    },
    list: () => Promise.resolve([...stored]),
    find: (messageId) => Promise.resolve(stored.find(({ MessageID }) => MessageID === messageId) ?? null),
  }
}

async function readMessage(path: string): Promise<StoredMessage> {
  return JSON.parse(await readFile(path, 'utf8')) as StoredMessage
}

function fileName({ SubmittedAt, MessageID }: StoredMessage): string {
  return `${SubmittedAt.replaceAll(':', '-')}_${MessageID}.json`
}

async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

export interface MessageStore {
  add(message: Message, submittedAt: Date): Promise<StoredMessage>
  /** Newest first. */
  list(): Promise<StoredMessage[]>
  find(messageId: string): Promise<StoredMessage | null>
}

/** What a sender may say; everything else it says is kept as it is. */
export interface Message {
  From: string
  To: string
  Subject?: string | undefined
  HtmlBody?: string | undefined
  TextBody?: string | undefined
  [field: string]: unknown
}

export interface StoredMessage extends Message {
  MessageID: string
  SubmittedAt: string
}
