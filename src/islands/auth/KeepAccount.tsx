import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { FocusHeading } from './FocusHeading.tsx'
import { hasSessionCookie } from './open-portal.ts'
import { Form } from '#src/ui/Form.tsx'
import { completedScreen, replaceToken, readToken } from './token.ts'
import { GoToHome, GoToSignIn, StatusScreen, RecoveryLinks } from '#src/ui/StatusScreen.tsx'

// Cancels an account's deletion with an emailed link. A button does it, because mail scanners open links.
export default function KeepAccount() {
  const [screen, setScreen] = useState<'question' | 'kept' | 'kept_here' | 'invalid'>('question')

  useEffect(() => {
    const completed = completedScreen()
    if (completed === 'kept' || completed === 'kept_here') setScreen(completed)
    else if (!readToken()) setScreen('invalid')
  }, [])

  async function keep() {
    const { error } = await actions.account.keepAccount({ token: readToken() })
    if (error && error.code !== 'BAD_REQUEST') throw error
    if (error) {
      setScreen('invalid')
      return
    }
    const kept = (await hasSessionCookie()) ? 'kept_here' : 'kept'
    replaceToken(kept)
    setScreen(kept)
  }

  return (
    <FocusHeading screen={screen}>
      {screen === 'question' && (
        <StatusScreen
          icon={icons.Undo2}
          title="Keep your account?"
          text="Someone who knows your password asked us to delete it. You can still keep it."
        >
          <Form onSubmit={keep} className="mt-6" submitLabel="Keep my account" />
        </StatusScreen>
      )}
      {(screen === 'kept' || screen === 'kept_here') && (
        <StatusScreen
          tone="good"
          title="Your account won’t be deleted"
          text="If you didn’t ask us to delete it, change your password now."
        >
          {screen === 'kept' ? <GoToSignIn /> : <GoToHome />}
        </StatusScreen>
      )}
      {screen === 'invalid' && (
        <StatusScreen tone="bad" title="We couldn’t keep your account" text={errorText.keep_link_invalid}>
          <p className="mt-3 mb-5 text-ink-soft">
            It was replaced by a newer one, or the account has already been deleted.
          </p>
          <RecoveryLinks />
        </StatusScreen>
      )}
    </FocusHeading>
  )
}
