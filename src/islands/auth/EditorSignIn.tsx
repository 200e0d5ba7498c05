import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { requireViewer } from '#src/lib/viewer.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'
import { Form } from '#src/ui/Form.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'
import { useIsHydrated } from '#src/ui/useIsHydrated.ts'

/** The window that /edit opens. On success, /edit closes it. */
export default function EditorSignIn({ editPath }: { editPath: string }) {
  const editor = useIsHydrated() ? (window.opener as Window | null) : undefined
  const [isDone, setIsDone] = useState(false)
  if (isDone) return <StatusScreen tone="good" title="You’re signed in" text="You can close this window." />
  return (
    <StatusScreen
      icon={icons.PenLine}
      title="Sign in to edit"
      text={
        editor === null
          ? 'The editor opens this page by itself.'
          : 'Enter your password of this portal. For one hour, you can change what members read.'
      }
    >
      {editor === null && (
        <a href={editPath} className="button-primary mt-8 w-full">
          Open the editor
        </a>
      )}
      {editor && (
        <Form
          schema={OptionalPasswordForm}
          onSubmit={async (values) => {
            const { data, error } = await actions.edit.createToken(values)
            if (error) throw error
            sendToken(editor, data.token)
            setIsDone(true)
          }}
          submitLabel="Sign in"
        >
          <CurrentPasswordField email={requireViewer().email} label="Password" />
        </Form>
      )}
    </StatusScreen>
  )
}

const PROVIDER = 'github'

/**
 * Hands a token to the editor, as windows of Decap CMS do: ours greets, the editor answers, and gets the token. Only a page of
 * this site hears it, and only once.
 */
function sendToken(editor: Window, token: string): void {
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
