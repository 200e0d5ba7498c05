import { useState } from 'react'
import { UNSUBSCRIBE_PATH } from '#src/shared/paths.ts'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { readToken } from './token.ts'
import { GoToSignIn, Panel } from './ui/Panel.tsx'

/** Ends reminders with an emailed link. A button does it, because mail scanners open links. */
export default function Unsubscribe() {
  const [screen, setScreen] = useState<'question' | 'ended' | 'invalid'>('question')

  async function end() {
    const { ok, status } = await fetch(`${UNSUBSCRIBE_PATH}?token=${readToken()}`, { method: 'POST' })
    if (!ok && status !== 404) throw new Error(`Status ${status}`)
    setScreen(ok ? 'ended' : 'invalid')
  }

  return <Screens current={screen}>{panelOf(screen, end)}</Screens>
}

function panelOf(screen: 'question' | 'ended' | 'invalid', end: () => Promise<void>) {
  switch (screen) {
    case 'question':
      return (
        <Panel title="Turn off reminders?" text="We’ll stop emailing you before deadlines.">
          <Form send={end} className="mt-6" submit="Turn off reminders" busyText="Turning off reminders" />
        </Panel>
      )
    case 'ended':
      return (
        <Panel tone="good" title="Reminders are off" text={`To turn them on again, ${IN_ACCOUNT}`}>
          <GoToSignIn />
        </Panel>
      )
    case 'invalid':
      return (
        <Panel tone="bad" title="This link doesn’t work" text={`To turn off reminders, ${IN_ACCOUNT}`}>
          <GoToSignIn />
        </Panel>
      )
  }
}

const IN_ACCOUNT = 'sign in and use “Reminders by email” in your account settings.'
