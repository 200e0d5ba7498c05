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

/** Takes a change of address back with the link sent to the address before. A button does it, because mail scanners open links. */
export default function RestoreEmail({ brand }: { brand: string }) {
  const { screen, open, restore } = useRestore()
  return (
    <FocusHeading current={screen.at}>
      {screen.at === 'loading' && (
        <StatusScreen icon={icons.Undo2} title="Looking up the change" text="Just a moment." />
      )}
      {screen.at === 'open' && (
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
      {screen.at === 'done' && (
        <StatusScreen tone="good" title="We’ve taken back the change" text={noticeText.email_restored}>
          <GoToSignIn />
        </StatusScreen>
      )}
      {(screen.at === 'taken' || screen.at === 'invalid') && (
        <StatusScreen
          tone="bad"
          title="We can’t take this back"
          text={screen.at === 'taken' ? errorText.email_taken_meanwhile : errorText.restore_link_invalid}
        >
          <RecoveryLinks className="mt-8" />
        </StatusScreen>
      )}
      {screen.at === 'failed' && (
        <StatusScreen tone="bad" title="We couldn’t look up the change" text={screen.text}>
          <Form onSubmit={open} submitLabel="Try again" />
        </StatusScreen>
      )}
    </FocusHeading>
  )
}

/** The screen to show, and what its buttons do. */
function useRestore() {
  const [screen, setScreen] = useState<Screen>({ at: 'loading' })
  useEffect(() => {
    if (completedScreen()) setScreen({ at: 'done' })
    else void open()
    // Once, as the page loads.
  }, [])

  async function open() {
    try {
      const { state, ...found } = await actions.auth.readEmailRestore.orThrow({ token: readToken() ?? '' })
      setScreen({ at: state, ...found })
    } catch (error) {
      const { status: code, text } = toFormError(error, 'unexpected')
      setScreen(code === 'BAD_REQUEST' ? { at: 'invalid' } : { at: 'failed', text })
    }
  }

  async function restore() {
    const { error } = await actions.auth.restoreEmail({ token: readToken() ?? '' })
    if (error?.code === 'CONFLICT') setScreen({ at: 'taken' })
    else if (error?.code === 'BAD_REQUEST') setScreen({ at: 'invalid' })
    else if (error) throw error
    else {
      replaceToken('done')
      setScreen({ at: 'done' })
    }
  }

  return { screen, open, restore }
}

type Screen =
  | { at: 'loading' | 'invalid' | 'taken' | 'done' }
  | { at: 'open' | 'taken' | 'done'; fullName: string | null; email: string; currentEmail: string }
  | { at: 'failed'; text: string | null }
