import { useState } from 'react'
import type { ProfileForm } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { useForm } from '../form/useForm.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field, type FieldProps, Problems } from '../ui/Field.tsx'
import { problemFrom } from './queries.ts'
import { useProfileUpdate } from './useProfile.ts'

/** An input for each field of the form, in this order. */
const inputs: Record<keyof ProfileForm, Omit<FieldProps, 'name'>> = {
  fullName: { label: 'Full name', autoComplete: 'name' },
}

/** The name as others read it. What is being typed stays, whatever the server says and whatever another tab does. */
export function NameForm({ profile }: { profile: Viewer }) {
  const [draft, setDraft] = useState<Partial<Typed>>({})
  const { mutateAsync } = useProfileUpdate()
  const { problem, busy, props } = useForm({
    fields: names,
    rules: 'ProfileForm',
    send: (typed) => mutateAsync(typed).then(() => null, problemFrom),
    // What was typed meanwhile stays.
    onDone: (sent) => setDraft((now) => pick(now, (name) => now[name] !== sent[name])),
    repeats: true,
  })
  const changed = pick(draft, (name) => draft[name] !== shownOf(profile, name))

  return (
    <form
      {...props}
      data-draft={names.some((name) => name in changed) || undefined}
      className="border-b border-line py-6"
    >
      <Alert failure={problem.form} />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <div className="grid gap-3">
          <Problems value={problem.fields}>
            {names.map((name) => (
              <Field
                key={name}
                {...inputs[name]}
                name={name}
                value={changed[name] ?? shownOf(profile, name)}
                onChange={({ target }) => setDraft({ ...changed, [name]: target.value })}
              />
            ))}
          </Problems>
        </div>
        <div className="grid sm:self-start sm:pt-[1.625rem]">
          <Button busy={busy} busyText="Saving">
            Save name
          </Button>
        </div>
      </div>
    </form>
  )
}

const names = Object.keys(inputs) as (keyof ProfileForm)[]

function shownOf(profile: Viewer, name: keyof ProfileForm): string {
  return profile[name] ?? ''
}

function pick(draft: Partial<Typed>, isKept: (name: keyof ProfileForm) => boolean): Partial<Typed> {
  return Object.fromEntries(
    names.filter((name) => name in draft && isKept(name)).map((name) => [name, draft[name]]),
  )
}

type Typed = Record<keyof ProfileForm, string>
