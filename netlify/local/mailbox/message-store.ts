import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Stores each message, with Postmark's field names, as a JSON file named by its time. `directory` null: in memory only. */
export async function openMessageStore(directory: string | null) {
  const newestFirst = directory === null ? [] : await readMessages(directory)
  return {
    list: () => Promise.resolve([...newestFirst]),
    async add(message: Message) {
      const stored: StoredMessage = {
        MessageID: randomUUID(),
        SubmittedAt: new Date().toISOString(),
        ...message,
      }
      if (directory !== null) await writeMessage(directory, stored)
      newestFirst.unshift(stored)
      return stored
    },
  }
}

async function readMessages(directory: string): Promise<StoredMessage[]> {
  await mkdir(directory, { recursive: true })
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'))
  const messages = await Promise.all(names.sort().map((name) => readMessage(join(directory, name))))
  return messages.filter((message) => message !== null).reverse()
}

// A damaged file is skipped (null), so that the other messages are still listed.
async function readMessage(path: string): Promise<StoredMessage | null> {
  try {
    return StoredMessage.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    console.error(`The email in ${path} is damaged and left out. Copy the file from a backup, or delete it.`)
    return null
  }
}

// Atomic and flushed, so that an accepted message survives a crash.
async function writeMessage(directory: string, message: StoredMessage): Promise<void> {
  const path = join(directory, `${message.SubmittedAt.replaceAll(':', '-')}_${message.MessageID}`)
  await writeFile(`${path}.part`, JSON.stringify(message, null, 2), { mode: 0o600, flush: true })
  await rename(`${path}.part`, `${path}.json`)
}

export type MessageStore = Awaited<ReturnType<typeof openMessageStore>>

export const Message = z.looseObject({
  From: z.string(),
  To: z.string(),
  Subject: z.string().optional(),
  HtmlBody: z.string().optional(),
  TextBody: z.string().optional(),
  MessageStream: z.string().default('outbound'),
  Metadata: z.record(z.string(), z.string()).default({}),
})
export type Message = z.output<typeof Message>

const StoredMessage = Message.extend({ MessageID: z.string(), SubmittedAt: z.string() })
export type StoredMessage = z.output<typeof StoredMessage>
