import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { FocusHeading } from './FocusHeading.tsx'
import { Form } from '#src/ui/Form.tsx'
import { toFormError } from '#src/ui/form-error.ts'
import { completedScreen, replaceToken, readToken } from './token.ts'
import { GoToSignIn, StatusScreen, RecoveryLinks } from '#src/ui/StatusScreen.tsx'

// Takes back a change of address, with the link sent to the old one. A button does it, because mail scanners open links.
export default function RestoreEmail({ brand }: { brand: string }) {
  const { screen, load, restore } = useRestore()
  return (
    <FocusHeading screen={screen.kind}>
      {screen.kind === 'loading' && (
        <StatusScreen icon={icons.Undo2} title="Looking up the change" text="Just a moment." />
      )}
      {screen.kind === 'question' && (
        <StatusScreen
          icon={icons.Undo2}
          title="Take back the change?"
          text={`${screen.fullName ? `${screen.fullName}’s account` : 'An account'} at ${brand} used ${screen.email}. Now it uses ${screen.currentEmail}.`}
        >
          <p className="mt-3 text-ink-soft">
            If you take this back, it uses {screen.email} again. Everyone is signed out, the password ends,
            and we email you a link to choose a new one.
          </p>
          <Form onSubmit={restore} className="mt-6" submitLabel="Take back the change" />
        </StatusScreen>
      )}
      {screen.kind === 'done' && (
        <StatusScreen tone="good" title="We’ve taken back the change" text={noticeText.email_restored}>
          <GoToSignIn />
        </StatusScreen>
      )}
      {(screen.kind === 'taken' || screen.kind === 'invalid') && (
        <StatusScreen
          tone="bad"
          title="We can’t take this back"
          text={screen.kind === 'taken' ? errorText.email_taken_meanwhile : errorText.restore_link_invalid}
        >
          <RecoveryLinks className="mt-8" />
        </StatusScreen>
      )}
      {screen.kind === 'failed' && (
        <StatusScreen tone="bad" title="We couldn’t look up the change" text={screen.text}>
          <Form onSubmit={load} submitLabel="Try again" />
        </StatusScreen>
      )}
    </FocusHeading>
  )
}

function useRestore() {
  const [screen, setScreen] = useState<Screen>({ kind: 'loading' })
  useEffect(() => {
    if (completedScreen()) setScreen({ kind: 'done' })
    else void load()
    // On mount only.
  }, [])

  async function load() {
    try {
      const { state, ...change } = await actions.auth.readEmailRestore.orThrow({ token: readToken() })
      setScreen({ kind: state === 'open' ? 'question' : state, ...change })
    } catch (error) {
      const { status: code, text } = toFormError(error, 'unexpected')
      setScreen(code === 'BAD_REQUEST' ? { kind: 'invalid' } : { kind: 'failed', text })
    }
  }

  async function restore() {
    const { error } = await actions.auth.restoreEmail({ token: readToken() })
    if (error?.code === 'CONFLICT') setScreen({ kind: 'taken' })
    else if (error?.code === 'BAD_REQUEST') setScreen({ kind: 'invalid' })
    else if (error) throw error
    else {
      replaceToken('done')
      setScreen({ kind: 'done' })
    }
  }

  return { screen, load, restore }
}

type Screen =
  | { kind: 'loading' | 'invalid' | 'taken' | 'done' }
  | { kind: 'question' | 'taken' | 'done'; fullName: string | null; email: string; currentEmail: string }
  | { kind: 'failed'; text: string | null }
