import type { StoredMessage } from './message-store.ts'

/** Older messages stay on disk. */
const MAX_SHOWN = 200

/** The page that lists the newest messages. */
export function messagePage(messages: StoredMessage[]): string {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  const shown = messages.length > MAX_SHOWN ? `${count}; showing the newest ${MAX_SHOWN}` : count
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Mailbox</title>
<style>${css}</style>
<main>
<h1>Mailbox</h1>
<p>${shown}. Emails from the portal on this machine arrive here and are never sent.</p>
${messages.slice(0, MAX_SHOWN).map(entry).join('\n')}
</main>
</html>`
}

/** The email's HTML is sandboxed: no scripts, no forms, and links open in a new tab. */
function entry({ MessageID, From, To, Subject, SubmittedAt, HtmlBody, TextBody }: StoredMessage): string {
  const frame = `<iframe title="The message as HTML" src="/messages/${MessageID}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return `<details id="${MessageID}">
<summary><b>${escape(Subject ?? '(no subject)')}</b><span>${escape(To)}</span><time datetime="${SubmittedAt}">${SubmittedAt.slice(0, 19).replace('T', ' ')} UTC</time></summary>
<p>From ${escape(From)}</p>
${HtmlBody ? frame : ''}
${TextBody ? `<h2>Text</h2><pre>${escape(TextBody)}</pre>` : ''}
</details>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const css = `
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1rem; }
details { border-top: 1px solid #8886; }
summary { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: 0.75rem 0; cursor: pointer; }
summary b { grid-column: 1 / -1; }
summary:hover b { text-decoration: underline; }
iframe { width: 100%; height: 58rem; border: 1px solid #8886; background: white; }
pre { padding: 1rem; border: 1px solid #8886; white-space: pre-wrap; }
`
