import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { failure } from '#src/shared/failure.ts'
import { ask } from './form/ask.ts'
import { Form } from './form/Form.tsx'
import { formProblem } from './form/problem.ts'
import { useForm } from './form/useForm.ts'
import { dropToken, takeToken } from './token.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { GoToSignIn, Panel, WaysOn } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'

/**
 * Undoes the deletion of an account for whoever holds the mailed link, by a press of a button: programs that open
 * links to look at them keep nobody's account.
 */
export default function KeepAccount() {
  return (
    <ErrorBoundary>
      <Screens />
    </ErrorBoundary>
  )
}

function Screens() {
  const [isKept, setIsKept] = useState(false)
  const form = useForm({
    fields: [],
    send: keep,
    onDone: () => {
      dropToken()
      setIsKept(true)
    },
  })
  const isFailed = form.problem.form?.code === 'keep_link_invalid'
  const heading = useFocusOnChange(isKept ? 'kept' : isFailed ? 'failed' : 'question')

  if (isKept) {
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
  }

  if (isFailed) {
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

  return (
    <Panel
      icon={icons.undo2}
      heading={heading}
      title="Keep your account?"
      text="It is about to be deleted, because somebody who knows its password asked for that. You can undo it here."
    >
      <Form form={form} className="mt-6" submit="Keep my account" busyText="Keeping your account" />
    </Panel>
  )
}

async function keep() {
  const token = takeToken()
  if (!token) return formProblem(failure('keep_link_invalid'))
  return ask(() => actions.account.keepAccount({ token }), 'keep_link_invalid')
}
