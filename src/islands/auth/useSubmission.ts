import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { noProblem, type Problem, without } from './problem.ts'

/**
 * A form that is sent once at a time. Its fields are the browser's own (uncontrolled): what a password manager or
 * somebody quick typed before the script arrived stays, and nothing is lost when the server says no.
 *
 * @param send says what is wrong, or null; never throws.
 * @param onDone gets what was sent.
 */
export function useSubmission(send: Send, onDone: (sent: FormData) => void): Submission {
  const [state, setState] = useState<State>({ at: 'editing', problem: noProblem })
  const form = useRef<HTMLFormElement>(null)
  const problem = state.at === 'editing' ? state.problem : noProblem

  async function submit() {
    if (!form.current || state.at !== 'editing') return
    setState({ at: 'sending' })
    const data = new FormData(form.current)
    const found = await send(data)
    if (!found) {
      setState({ at: 'done' })
      onDone(data)
      return
    }
    setState({ at: 'editing', problem: found })
    focusFirst(form.current, found)
  }

  return {
    problem,
    busy: state.at !== 'editing',
    form: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        void submit()
      },
      onInput({ target }) {
        if (!(target instanceof HTMLInputElement)) return
        const { name } = target
        setState((now) => (now.at === 'editing' ? { ...now, problem: without(now.problem, name) } : now))
      },
    },
  }
}

function focusFirst(form: HTMLFormElement, problem: Problem): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  fields.find(({ name }) => Object.hasOwn(problem.fields, name))?.focus()
}

type State = { at: 'editing'; problem: Problem } | { at: 'sending' } | { at: 'done' }
type Send = (form: FormData) => Promise<Problem | null>

export interface Submission {
  problem: Problem
  /** It is being sent, or was: what happens next is up to whoever shows the form. */
  busy: boolean
  /** What the form element needs. */
  form: {
    ref: RefObject<HTMLFormElement | null>
    method: 'post'
    noValidate: true
    onSubmit: (event: SyntheticEvent) => void
    onInput: (event: SyntheticEvent) => void
  }
}
