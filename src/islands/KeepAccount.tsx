import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { forgetToken, readToken } from './token.ts'
import { GoToSignIn, Panel, RecoveryLinks } from './ui/Panel.tsx'

/** Cancels the deletion of an account with a mailed link, on a button press: mail scanners open links, too. */
export default function KeepAccount() {
  const [screen, setScreen] = useState<'question' | 'kept' | 'invalid'>('question')

  async function keep() {
    const { error } = await actions.account.keepAccount({ token: readToken() ?? '' })
    if (error && error.code !== 'BAD_REQUEST') throw error
    if (!error) forgetToken()
    setScreen(error ? 'invalid' : 'kept')
  }

  return (
    <Screens current={screen}>
      {screen === 'question' && (
        <Panel
          icon={icons.undo2}
          title="Keep your account?"
          text="It will be deleted soon, as requested by someone who knows its password. You can undo that here."
        >
          <Form send={keep} className="mt-6" submit="Keep my account" busyText="Keeping your account" />
        </Panel>
      )}
      {screen === 'kept' && (
        <Panel
          tone="good"
          title="Your account stays"
          text="Nothing will be deleted. If you did not ask for that, choose a new password now."
        >
          <GoToSignIn />
        </Panel>
      )}
      {screen === 'invalid' && (
        <Panel tone="bad" title="There is nothing to keep" text={errorText.keep_link_invalid}>
          <p className="mt-3 mb-5 text-ink-soft">
            Either a newer email replaced it, or the account has been deleted already.
          </p>
          <RecoveryLinks />
        </Panel>
      )}
    </Screens>
  )
}
