import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { Form } from './form/Form.tsx'
import { dropToken, takeToken } from './token.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { GoToSignIn, Panel, WaysOn } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'

/**
 * Undoes the deletion of an account for who holds the mailed link, by a press of a button: programs that open links to
 * look at them keep no account.
 */
export default function KeepAccount() {
  return (
    <ErrorBoundary>
      <Screens />
    </ErrorBoundary>
  )
}

function Screens() {
  const [screen, setScreen] = useState<'question' | 'kept' | 'invalid'>('question')
  const heading = useFocusOnChange(screen)

  async function keep() {
    const { error } = await actions.account.keepAccount({ token: takeToken() ?? '' })
    if (error && error.code !== 'BAD_REQUEST') throw error
    if (!error) dropToken()
    setScreen(error ? 'invalid' : 'kept')
  }

  switch (screen) {
    case 'question':
      return (
        <Panel
          icon={icons.undo2}
          heading={heading}
          title="Keep your account?"
          text="It is about to be deleted, because somebody who knows its password asked for that. You can undo it here."
        >
          <Form send={keep} className="mt-6" submit="Keep my account" busyText="Keeping your account" />
        </Panel>
      )
    case 'kept':
      return (
        <Panel
          icon={icons.circleCheck}
          tone="good"
          heading={heading}
          title="Your account stays"
          text="Nothing will be deleted. If it was not you who asked for it, choose a new password now."
        >
          <GoToSignIn />
        </Panel>
      )
    case 'invalid':
      return (
        <Panel
          icon={icons.circleAlert}
          tone="bad"
          heading={heading}
          title="There is nothing to keep"
          text={errorText.keep_link_invalid}
        >
          <p className="mt-3 mb-5 text-ink-soft">
            Either a newer email replaced it, or the account has been deleted already.
          </p>
          <WaysOn />
        </Panel>
      )
  }
}
