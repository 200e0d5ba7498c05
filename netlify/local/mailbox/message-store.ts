import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Stores each message, with Postmark's field names, as a JSON file named by its time. `directory` null: in memory only. */
export async function openMessageStore(directory: string | null) {
  const newestFirst = directory === null ? [] : await readMessages(directory)
  return {
    /** Newest first. */
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
  const texts = names.sort().map((name) => readFile(join(directory, name), 'utf8'))
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as StoredMessage).reverse()
}

/** Atomic and flushed, so that an accepted message survives a crash. */
async function writeMessage(directory: string, message: StoredMessage): Promise<void> {
  const path = join(directory, `${message.SubmittedAt.replaceAll(':', '-')}_${message.MessageID}`)
  await writeFile(`${path}.part`, JSON.stringify(message, null, 2), { mode: 0o600, flush: true })
  await rename(`${path}.part`, `${path}.json`)
}

export type MessageStore = Awaited<ReturnType<typeof openMessageStore>>

/** Other fields are stored unchanged. */
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

export interface StoredMessage extends Message {
  MessageID: string
  SubmittedAt: string
}
