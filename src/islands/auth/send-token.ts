const PROVIDER = 'github'

/**
 * Hands a token to the editor, as windows of Decap CMS do: ours greets, the editor answers, and gets the token. Only a page of
 * this site hears it, and only once.
 */
export function sendToken(editor: Window, token: string): void {
  const { origin } = location
  const greeting = `authorizing:${PROVIDER}`
  const answered = new AbortController()
  window.addEventListener(
    'message',
    (event) => {
      if (event.source !== editor || event.origin !== origin || event.data !== greeting) return
      answered.abort()
      const result = JSON.stringify({ token, provider: PROVIDER })
      editor.postMessage(`authorization:${PROVIDER}:success:${result}`, origin)
    },
    { signal: answered.signal },
  )
  editor.postMessage(greeting, origin)
}
