import * as z from 'zod'
import type { MessageStore, StoredMessage } from './message-store.ts'

/** Postmark's own limit for one call to `/email/batch`. */
const MAX_BATCH = 500

/** Postmark's own error codes and wording (https://postmarkapp.com/developer/api/overview#error-codes). */
const errors = {
  noToken: {
    status: 401,
    ErrorCode: 10,
    Message:
      'No Account or Server API tokens were supplied in the HTTP headers. Please add a header for the token.',
  },
  badJson: { status: 422, ErrorCode: 402, Message: 'Received invalid JSON input.' },
  tooMany: {
    status: 422,
    ErrorCode: 410,
    Message: `A batch can hold ${MAX_BATCH} messages at most.`,
  },
} as const

/** Answers `POST /email`: one message. */
export async function acceptOne(store: MessageStore, token: string | null, text: string): Promise<Answer> {
  if (!token) return refuse(errors.noToken)
  const json = parseJson(text)
  if (json === undefined) return refuse(errors.badJson)

  const outcome = await accept(store, json)
  return { status: outcome.ErrorCode === 0 ? 200 : 422, body: outcome }
}

/** Answers `POST /email/batch`: each message is accepted or refused by itself. */
export async function acceptBatch(store: MessageStore, token: string | null, text: string): Promise<Answer> {
  if (!token) return refuse(errors.noToken)
  const json = parseJson(text)
  if (!Array.isArray(json)) return refuse(errors.badJson)
  if (json.length > MAX_BATCH) return refuse(errors.tooMany)

  const outcomes: Outcome[] = []
  for (const message of json as unknown[]) outcomes.push(await accept(store, message))
  return { status: 200, body: outcomes }
}

/** Answers `GET /messages/outbound`: what was accepted for a recipient, by the metadata that was asked for. */
export async function searchSent(store: MessageStore, filter: URLSearchParams): Promise<object> {
  const metadata = [...filter].filter(([name]) => name.startsWith(METADATA_PREFIX))
  const found = (await store.list()).filter(
    (message) =>
      [message.To, ...message.To.split(', ')].includes(filter.get('recipient') ?? message.To) &&
      metadata.every(([name, value]) => metadataOf(message)[name.slice(METADATA_PREFIX.length)] === value),
  )
  const page = found.slice(
    Number(filter.get('offset')),
    Number(filter.get('offset')) + Number(filter.get('count')),
  )
  return {
    TotalCount: found.length,
    Messages: page.map((message) => ({
      ...message,
      ReceivedAt: message.SubmittedAt,
      Metadata: metadataOf(message),
    })),
  }
}

const METADATA_PREFIX = 'metadata_'

function metadataOf({ Metadata }: StoredMessage): Record<string, unknown> {
  return typeof Metadata === 'object' ? { ...Metadata } : {}
}

async function accept(store: MessageStore, json: unknown): Promise<Outcome> {
  const message = MessageSchema.safeParse(json)
  if (!message.success)
    return { ErrorCode: 300, Message: message.error.issues[0]?.message ?? 'Invalid message.' }
  return accepted(await store.add(message.data, new Date()))
}

function accepted({ To, SubmittedAt, MessageID }: StoredMessage): Outcome {
  return { To, SubmittedAt, MessageID, ErrorCode: 0, Message: 'OK' }
}

function refuse({ status, ...body }: { status: number } & Outcome): Answer {
  return { status, body }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `a@b.co`, `Name <a@b.co>` or, where several are allowed, a list of them. */
function addresses(field: string) {
  const message = `Invalid '${field}' address.`
  return z.string(message).refine((text) => text.split(',').every(isAddress), message)
}

function isAddress(text: string): boolean {
  const bare = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text
  return z.email().safeParse(bare.trim()).success
}

const MessageSchema = z
  .looseObject(
    {
      From: addresses('From'),
      To: addresses('To'),
      Cc: addresses('Cc').optional(),
      Bcc: addresses('Bcc').optional(),
      ReplyTo: addresses('ReplyTo').optional(),
      Subject: z.string("Invalid 'Subject'.").optional(),
      HtmlBody: z.string("Invalid 'HtmlBody'.").optional(),
      TextBody: z.string("Invalid 'TextBody'.").optional(),
    },
    'Invalid message.',
  )
  .refine(
    ({ HtmlBody, TextBody }) => HtmlBody || TextBody,
    'Provide either email TextBody or HtmlBody or both.',
  )

export interface Answer {
  status: number
  body: Outcome | Outcome[]
}

interface Outcome {
  ErrorCode: number
  Message: string
  To?: string
  SubmittedAt?: string
  MessageID?: string
}
