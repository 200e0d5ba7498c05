import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { ProfileForm } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { fieldProblem, noProblem, type Problem } from '../../auth/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { ServerAlert } from '../ServerAlert.tsx'
import { Refusal } from '../server.ts'
import { useProfileUpdate } from '../use-profile.ts'

/** An input for each field of the form, in this order. */
const inputs: Record<keyof ProfileForm, Omit<FieldProps, 'name'>> = {
  fullName: { label: 'Full name', autoComplete: 'name' },
}

/** The name as others read it. What is being typed stays, whatever the server says and whatever another tab does. */
export function NameForm({ profile }: { profile: Viewer }) {
  const [found, setFound] = useState<Problem>(noProblem)
  const form = useRef<HTMLFormElement>(null)
  const update = useProfileUpdate()
  useEffect(() => followProfile(form.current, profile), [profile])

  function save(event: SyntheticEvent) {
    event.preventDefault()
    if (update.isPending) return
    const typed = typedIn(form.current)
    const checked = ProfileForm.safeParse(typed)
    const problem = checked.success ? noProblem : fieldProblem(checked.error.issues)
    setFound(problem)
    if (!checked.success) {
      focusWrong(form.current, problem)
      return
    }
    update.mutate(typed, {
      onSuccess: (saved) => showSaved(form.current, typed, saved),
      onError: (error) => focusWrong(form.current, error instanceof Refusal ? error.problem : noProblem),
    })
  }

  const problem = update.error instanceof Refusal ? update.error.problem : found
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="border-b border-line py-6"
      onSubmit={save}
      onInput={() => {
        setFound(noProblem)
        if (update.isError) update.reset()
      }}
    >
      <ServerAlert text={problem.form} />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <div className="grid gap-3">
          {names.map((name) => (
            <Field
              key={name}
              {...inputs[name]}
              name={name}
              defaultValue={profile[name] ?? ''}
              error={found.fields[name] ?? problem.fields[name]}
            />
          ))}
        </div>
        <div className="grid sm:self-start sm:pt-[1.625rem]">
          <Button busy={update.isPending} busyText="Saving">
            Save name
          </Button>
        </div>
      </div>
    </form>
  )
}

const names = Object.keys(inputs) as (keyof ProfileForm)[]

/** What another tab or device changed is shown, unless something else is being typed. */
function followProfile(form: HTMLFormElement | null, profile: Viewer): void {
  for (const name of names) {
    const input = inputOf(form, name)
    const shown = profile[name] ?? ''
    if (!input) continue
    if (input.value === input.dataset.shown) input.value = shown
    input.dataset.shown = shown
  }
}

/** What was saved may differ from what was typed; what is typed by now stays. */
function showSaved(form: HTMLFormElement | null, typed: Typed, saved: Partial<Viewer>): void {
  for (const name of names) {
    const input = inputOf(form, name)
    if (input?.value === typed[name]) input.value = saved[name] ?? ''
  }
}

function focusWrong(form: HTMLFormElement | null, { fields }: Problem): void {
  const wrong = names.find((name) => fields[name]) ?? names[0]
  if (wrong) inputOf(form, wrong)?.focus()
}

function typedIn(form: HTMLFormElement | null): Typed {
  return Object.fromEntries(names.map((name) => [name, inputOf(form, name)?.value ?? ''])) as Typed
}

function inputOf(form: HTMLFormElement | null, name: keyof ProfileForm): HTMLInputElement | null {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

type Typed = Record<keyof ProfileForm, string>
