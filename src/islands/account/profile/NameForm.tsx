import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { ProfileForm } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { fieldProblem, noProblem, type Problem } from '../../auth/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { ServerAlert } from '../ServerAlert.tsx'
import { Refusal } from '../server.ts'
import { useRename } from '../use-profile.ts'

/** The name as others read it. What is being typed stays, whatever the server says and whatever another tab does. */
export function NameForm({ profile: { fullName } }: { profile: Viewer }) {
  const [found, setFound] = useState<Problem>(noProblem)
  const form = useRef<HTMLFormElement>(null)
  const rename = useRename()
  useEffect(() => followName(nameIn(form.current), fullName ?? ''), [fullName])

  function save(event: SyntheticEvent) {
    event.preventDefault()
    const input = nameIn(form.current)
    if (!input || rename.isPending) return
    const checked = ProfileForm.safeParse({ fullName: input.value })
    setFound(checked.success ? noProblem : fieldProblem(checked.error.issues))
    if (!checked.success) {
      input.focus()
      return
    }
    const typed = input.value
    rename.mutate(typed, {
      onSuccess: (saved) => {
        if (input.value === typed) input.value = saved.fullName ?? ''
      },
      onError: () => input.focus(),
    })
  }

  const problem = rename.error instanceof Refusal ? rename.error.problem : found
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="border-b border-line py-6"
      onSubmit={save}
      onInput={() => {
        setFound(noProblem)
        if (rename.isError) rename.reset()
      }}
    >
      <ServerAlert text={problem.form} />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Field
          name="fullName"
          label="Full name"
          autoComplete="name"
          defaultValue={fullName ?? ''}
          error={found.fields.fullName ?? problem.fields.fullName}
        />
        <div className="grid sm:self-start sm:pt-[1.625rem]">
          <Button busy={rename.isPending} busyText="Saving">
            Save name
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What another tab or device changed is shown, unless something else is being typed. */
function followName(input: HTMLInputElement | null, fullName: string): void {
  if (!input) return
  if (input.value === input.dataset.shown) input.value = fullName
  input.dataset.shown = fullName
}

function nameIn(form: HTMLFormElement | null): HTMLInputElement | null {
  const field = form?.elements.namedItem('fullName')
  return field instanceof HTMLInputElement ? field : null
}
