import { useState } from 'react'
import { UNSUBSCRIBE_PATH } from '#src/shared/paths.ts'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { readToken } from './token.ts'
import { GoToSignIn, Panel, RecoveryLinks } from './ui/Panel.tsx'

/** Ends reminders with an emailed link. A button does it, because mail scanners open links. */
export default function Unsubscribe() {
  const [screen, setScreen] = useState<'question' | 'ended' | 'invalid'>('question')

  async function end() {
    const search = new URLSearchParams({ token: readToken() ?? '' })
    const { ok, status } = await fetch(`${UNSUBSCRIBE_PATH}?${search}`, { method: 'POST' })
    if (!ok && status !== 404) throw new Error(`Status ${status}`)
    setScreen(ok ? 'ended' : 'invalid')
  }

  return (
    <Screens current={screen}>
      {screen === 'question' && (
        <Panel
          title="Turn off reminders?"
          text="We’ll stop emailing you before a deadline. You’ll still get email about your account."
        >
          <Form send={end} className="mt-6" submit="Turn off reminders" busyText="Turning off reminders" />
        </Panel>
      )}
      {screen === 'ended' && (
        <Panel
          tone="good"
          title="Reminders are off"
          text="To get them again, sign in, open your account settings and turn on “Reminders by email”."
        >
          <GoToSignIn />
        </Panel>
      )}
      {screen === 'invalid' && (
        <Panel
          tone="bad"
          title="This link doesn’t work"
          text="To turn off reminders, sign in, open your account settings and turn off “Reminders by email”."
        >
          <RecoveryLinks className="mt-6" />
        </Panel>
      )}
    </Screens>
  )
}
