import { html, type Html } from './html.ts'
import type { StoredMessage } from './message-store.ts'
import { styles } from './styles.ts'

/** How much of a message's text stands under its subject in the list. */
const EXCERPT_LETTERS = 140

/** Every message, newest first. */
export function listPage(messages: StoredMessage[]): Html {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  return page(
    'Mailbox',
    html`<header>
        <h1>Mailbox</h1>
        <p>
          ${count}. Nothing here was sent to anybody: the portal on this machine delivers its mail to this
          page.
        </p>
      </header>
      ${
        messages.length === 0
          ? empty
          : html`<ol class="messages">
              ${messages.map(listItem)}
            </ol>`
      }`,
  )
}

const empty = html`<p class="empty">No mail yet. Messages appear here as soon as the portal sends one.</p>`

function listItem(message: StoredMessage): Html {
  return html`<li>
    <a href="/messages/${message.MessageID}">
      <span class="to">${message.To}</span>${time(message.SubmittedAt)}
      <span class="subject">${subjectOf(message)}</span>
      <span class="excerpt">${excerptOf(message)}</span>
    </a>
  </li>`
}

/** One message: who, when, how it looks, its text, and the JSON as it was sent. */
export function messagePage(message: StoredMessage): Html {
  const subject = subjectOf(message)
  return page(
    subject,
    html`<header>
        <nav><a href="/">All messages</a></nav>
        <h1>${subject}</h1>
        <dl>
          <dt>From</dt>
          <dd>${message.From}</dd>
          <dt>To</dt>
          <dd>${message.To}</dd>
          <dt>Sent</dt>
          <dd>${time(message.SubmittedAt)}</dd>
        </dl>
      </header>
      ${message.HtmlBody ? framed(message) : ''}
      ${
        message.TextBody
          ? html`<section>
              <h2>Text</h2>
              <pre>${message.TextBody}</pre>
            </section>`
          : ''
      }
      <details>
        <summary>JSON, as it was sent</summary>
        <pre>${JSON.stringify(message, null, 2)}</pre>
      </details>`,
  )
}

/** The mail's HTML is a stranger here: no scripts, no forms, and its links open beside this page. */
function framed(message: StoredMessage): Html {
  return html`<section>
    <h2>HTML</h2>
    <iframe
      title="The message as HTML"
      src="/messages/${message.MessageID}/body"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
  </section>`
}

export function notFoundPage(): Html {
  return page(
    'Not found',
    html`<header>
      <nav><a href="/">All messages</a></nav>
      <h1>Not found</h1>
      <p>There is no such message in this mailbox.</p>
    </header>`,
  )
}

function page(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${styles}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
}

function time(moment: string): Html {
  return html`<time datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function subjectOf({ Subject }: StoredMessage): string {
  return Subject?.trim() ? Subject : '(no subject)'
}

function excerptOf({ TextBody, HtmlBody }: StoredMessage): string {
  const text = TextBody ?? HtmlBody?.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ') ?? ''
  return text.replace(/\s+/g, ' ').trim().slice(0, EXCERPT_LETTERS)
}
