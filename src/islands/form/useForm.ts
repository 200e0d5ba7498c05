import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { check, loadRules, noProblem, type Problem, type RulesName, without } from './problem.ts'

/**
 * A form that is sent once at a time. Its fields are the browser's own: what a password manager or somebody quick
 * typed before the script arrived stays, and nothing is lost when the server says no.
 */
export function useForm<Name extends string>({
  fields,
  rules,
  send,
  onDone,
  repeats,
}: Plan<Name>): FormState<Name> {
  const [state, setState] = useState<State>({ at: 'editing', problem: noProblem })
  const form = useRef<HTMLFormElement>(null)

  async function submit() {
    if (!form.current || state.at !== 'editing') return
    setState({ at: 'sending' })
    const typed = read(form.current, fields)
    const problem = (rules && (await check(rules, typed))) ?? (await send(typed))
    if (problem) {
      setState({ at: 'editing', problem })
      focusFirst(form.current, problem)
    } else {
      setState(repeats ? { at: 'editing', problem: noProblem } : { at: 'done' })
      onDone(typed)
    }
  }

  return {
    problem: state.at === 'editing' ? state.problem : noProblem,
    busy: state.at !== 'editing',
    typed: () => read(form.current, fields),
    props: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        void submit()
      },
      onFocus: () => void (rules && loadRules()),
      onInput({ target }) {
        if (!(target instanceof HTMLInputElement)) return
        const { name } = target
        setState((now) => (now.at === 'editing' ? { ...now, problem: without(now.problem, name) } : now))
      },
    },
  }
}

function read<Name extends string>(
  form: HTMLFormElement | null,
  fields: readonly Name[],
): Record<Name, string> {
  const data = new FormData(form ?? undefined)
  const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
  return Object.fromEntries(fields.map((name) => [name, text(data.get(name))])) as Record<Name, string>
}

function focusFirst(form: HTMLFormElement | null, problem: Problem): void {
  const fields = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  fields.find(({ name }) => Object.hasOwn(problem.fields, name))?.focus()
}

type State = { at: 'editing'; problem: Problem } | { at: 'sending' } | { at: 'done' }

interface Plan<Name extends string> {
  /** The names of the inputs whose text is sent. */
  fields: readonly Name[]
  /** What it is judged by before it is sent. */
  rules?: RulesName
  /** Says what is wrong, or null; never throws. */
  send: (typed: Record<Name, string>) => Promise<Problem | null>
  onDone: (sent: Record<Name, string>) => void
  /** Whether it can be sent again once it was. */
  repeats?: boolean
}

export interface FormState<Name extends string = string> {
  problem: Problem
  /** It is being sent, or was: what happens next is up to whoever shows the form. */
  busy: boolean
  typed: () => Record<Name, string>
  /** What the form element needs. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    method: 'post'
    noValidate: true
    onSubmit: (event: SyntheticEvent) => void
    onFocus: () => void
    onInput: (event: SyntheticEvent) => void
  }
}
