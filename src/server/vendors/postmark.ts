import { Errors, Models, ServerClient } from 'postmark'
import { INACTIVE_ADDRESS, type Mail, type Mailer, type Outcome } from './ports.ts'

const TIMEOUT_S = 8

const POSTMARK_API = 'https://api.postmarkapp.com'

/** More emails than one person gets while a row is retried. */
const SEARCH_PAGE = 50

const BROADCAST = 'broadcast'

const ROW_KEY = 'outbox_id'

export function createPostmark({ token, apiUrl = POSTMARK_API, ...addresses }: PostmarkOptions): Mailer {
  const { protocol, host } = new URL(apiUrl)
  const options = new Models.ClientOptions.Configuration(protocol === 'https:', host, TIMEOUT_S)
  const client = new ServerClient(token, options)
  return {
    send: (mail, outboxId) =>
      client
        .sendEmail(toMessage(addresses, mail, outboxId))
        .then(({ MessageID }) => delivered(MessageID))
        .catch(classify),

    sendBatch: (batch) =>
      client
        .sendEmailBatch(batch.map(({ mail, outboxId }) => toMessage(addresses, mail, outboxId)))
        .then((results) => batch.map((_, index) => toOutcome(results[index])))
        .catch((error: unknown) => batch.map(() => classify(error))),

    find(mail, outboxId) {
      // Filter by one recipient, then by metadata, because Postmark has no search by metadata alone.
      const filter = new Models.OutboundMessagesFilteringParameters(SEARCH_PAGE, 0, mail.to.split(', ')[0])
      filter[`metadata_${ROW_KEY}`] = outboxId
      filter.messageStream = streamOf(mail.unsubscribeUrl)
      return client
        .getOutboundMessages(filter)
        .then(({ Messages }) => {
          const ours = Messages.find(({ Metadata }) => Metadata[ROW_KEY] === outboxId)
          return ours ? delivered(ours.MessageID) : ({ is: 'unknown' } as const)
        })
        .catch(classify)
    },

    reactivate: (address) =>
      client
        .deleteSuppressions(BROADCAST, { Suppressions: [{ EmailAddress: address }] })
        .then(({ Suppressions }) => {
          const isDone = Suppressions.every(({ Status }) => Status === 'Deleted')
          return isDone ? delivered(BROADCAST) : ({ is: 'refused', reason: INACTIVE_ADDRESS } as const)
        })
        .catch(classify),
  }
}

function delivered(providerMessageId: string) {
  return { is: 'delivered', providerMessageId } as const
}

/** A batch is answered with 200, and each message in it as if it had been sent alone. */
function toOutcome(result: Models.MessageSendingResponse | undefined): Outcome {
  if (result?.ErrorCode === 0) return delivered(result.MessageID)
  return classify(result && new Errors.PostmarkError(result.Message, result.ErrorCode, 422))
}

function toMessage(
  { from, replyTo }: Pick<PostmarkOptions, 'from' | 'replyTo'>,
  { to, subject, html, text, unsubscribeUrl }: Mail,
  outboxId: string,
): Models.Message {
  return Object.assign(new Models.Message(from, subject, html, text, to), {
    ReplyTo: replyTo,
    MessageStream: streamOf(unsubscribeUrl),
    TrackOpens: false,
    TrackLinks: Models.LinkTrackingOptions.None,
    Metadata: { [ROW_KEY]: outboxId },
    Headers: [
      // The same at every attempt, so that email apps group duplicates.
      new Models.Header('X-Entity-Ref-ID', outboxId),
      // People read replies: absence notes would bury them (RFC 3834, and Exchange).
      new Models.Header('Auto-Submitted', 'auto-generated'),
      new Models.Header('X-Auto-Response-Suppress', 'All'),
      ...unsubscribeHeaders(unsubscribeUrl),
    ],
  })
}

/** Postmark's default streams. A complaint about one of them doesn't end the other. */
function streamOf(unsubscribeUrl: string | null): string {
  return unsubscribeUrl ? BROADCAST : 'outbound'
}

/** For the button of a mail program that ends such emails with one click (RFC 8058). */
function unsubscribeHeaders(unsubscribeUrl: string | null): Models.Header[] {
  if (!unsubscribeUrl) return []
  return [
    new Models.Header('List-Unsubscribe', `<${unsubscribeUrl}>`),
    new Models.Header('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'),
  ]
}

/**
 * Maps Postmark's errors (https://postmarkapp.com/developer/api/overview#error-codes). Unknown ones are temporary. Without a response,
 * the status is 0.
 */
export function classify(error: unknown): Exclude<Outcome, { is: 'delivered' }> {
  const known: Partial<Errors.PostmarkError> = error instanceof Errors.PostmarkError ? error : {}
  const { code = 0, statusCode: status = 0, message = '' } = known
  const reason = code ? `postmark_${code}` : status ? `postmark_http_${status}` : 'postmark_unreachable'
  if (status === 429 || code === RATE_LIMITED) return { is: 'blocked', reason, alarm: false }
  if (MISCONFIGURED.has(code) || isAboutSender(code, message)) return { is: 'blocked', reason, alarm: true }
  if (status === 401 || status === 404) return { is: 'blocked', reason, alarm: true }
  if (UNDELIVERABLE.has(code)) return { is: 'refused', reason }
  if (status === 0 || status >= 500) return { is: 'unavailable', reason }
  return { is: 'failed', reason }
}

const MISCONFIGURED: ReadonlySet<number> = new Set([10, 400, 401, 405, 412, 413])
const INVALID_MAIL = 300
const INACTIVE_RECIPIENT = 406
const UNDELIVERABLE: ReadonlySet<number> = new Set([INVALID_MAIL, INACTIVE_RECIPIENT])
const RATE_LIMITED = 429

/** An "invalid email request" about the sender affects every email. */
function isAboutSender(code: number, message: string): boolean {
  return code === INVALID_MAIL && /'From'/i.test(message)
}

export interface PostmarkOptions {
  token: string
  apiUrl?: string | undefined
  from: string
  replyTo: string
}
