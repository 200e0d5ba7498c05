import type { StoredMessage } from './message-store.ts'

export function messagePage(messages: StoredMessage[]): string {
  const shown = messages.length === 1 ? '1 message' : `${messages.length} messages`
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
<p><span role="status">${shown}</span>. Emails from the portal on this machine arrive here and are never sent.</p>
${messages.map(entry).join('\n')}
</main>
<script>${followMessages}</script>
</html>`
}

// The iframe's sandbox allows no scripts and no forms; links open in a new tab.
function entry(message: StoredMessage, index: number): string {
  const { MessageID, From, To, Subject, SubmittedAt, HtmlBody, TextBody } = message
  const frame = `<iframe title="The message as HTML" src="/messages/${MessageID}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return `<details id="${MessageID}"${index === 0 ? ' open' : ''}>
<summary><b>${escape(Subject ?? '(no subject)')}</b><span>${escape(To)}</span><time datetime="${SubmittedAt}">${SubmittedAt.slice(0, 19).replace('T', ' ')} UTC</time></summary>
<p>From ${escape(From)}</p>
${HtmlBody ? frame : ''}
${TextBody ? `<h2>Text</h2><pre>${escape(TextBody)}</pre>` : ''}
</details>`
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

export const followMessages = `
setInterval(async () => {
  const answer = await fetch('/').catch(() => null)
  if (!answer) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = [...page.querySelectorAll('details')].filter(({ id }) => !document.getElementById(id))
  if (fresh.length === 0) return
  document.querySelector('main > p').after(...fresh)
  document.querySelector('[role=status]').textContent = page.querySelector('[role=status]').textContent
}, 2000)
`

const css = `
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1rem; }
details { border-top: 1px solid #8886; }
summary { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.75rem 0; cursor: pointer; }
summary b { flex-basis: 100%; }
summary:hover b { text-decoration: underline; }
iframe { box-sizing: border-box; width: 100%; height: 58rem; border: 1px solid #8886; background: white; }
pre { padding: 1rem; border: 1px solid #8886; white-space: pre-wrap; }
`
