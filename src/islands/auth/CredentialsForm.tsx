import { type SyntheticEvent, useRef, useState } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { type FieldName, type Mode, noProblem, type Problem, without } from './problem.ts'
import { submit } from './submit.ts'

/**
 * The fields are the browser's own (uncontrolled): what a password manager or somebody quick typed before the
 * script arrived stays, and nothing is lost when the server says no.
 */
export function CredentialsForm({ mode, onDone }: Props) {
  const [state, setState] = useState<State>({ at: 'editing', problem: noProblem })
  const form = useRef<HTMLFormElement>(null)
  const problem = state.at === 'editing' ? state.problem : noProblem
  const isSignUp = mode === 'sign-up'

  async function send() {
    if (!form.current || state.at !== 'editing') return
    setState({ at: 'sending' })
    const found = await submit(mode, new FormData(form.current))
    if (!found) {
      setState({ at: 'done' })
      onDone()
      return
    }
    setState({ at: 'editing', problem: found })
    focusFirst(form.current, found)
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="mt-8 grid gap-5"
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void send()
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) {
          setState((now) => ({ ...now, problem: without(problem, target.name) }) as State)
        }
      }}
    >
      {isSignUp && <Field name="fullName" label="Full name" optional autoComplete="name" />}
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={problem.fields.email}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        hint={isSignUp ? 'At least 6 characters' : undefined}
        error={problem.fields.password}
      />
      <div className="grid">
        <Alert text={problem.form} />
        <Button busy={state.at !== 'editing'} busyText={isSignUp ? 'Creating account' : 'Signing in'}>
          {isSignUp ? 'Create account' : 'Sign in'}
        </Button>
      </div>
    </form>
  )
}

function focusFirst(form: HTMLFormElement, problem: Problem): void {
  const names = Object.keys(problem.fields) as FieldName[]
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  fields.find((field) => names.includes(field.name as FieldName))?.focus()
}

type State = { at: 'editing'; problem: Problem } | { at: 'sending' } | { at: 'done' }

interface Props {
  mode: Mode
  onDone: () => void
}
