import * as icons from 'lucide'
import { type ComponentProps, createContext, use, useId, useState } from 'react'
import { BareButton } from './Button.tsx'
import { useField } from './changes.ts'
import { Icon } from './Icon.tsx'

/** A form's problems by field name. */
export const Problems = createContext<Partial<Record<string, string[]>>>({})

/** A labelled input. Its message shows below, until it is corrected, and is read out with it. */
export function Field({ label, optional = false, hint, children, ...input }: FieldProps) {
  const id = useId()
  const field = useField(input.name)
  const errors = use(Problems)[input.name]
  const [corrected, setCorrected] = useState<string[]>()
  const [typed] = useState(() => typedBeforeHydration(input.name))
  const error = errors === corrected ? undefined : errors?.[0]
  const note = error ?? hint
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex justify-between text-sm font-medium">
        <span>{label}</span>
        {optional && <span className="font-normal text-ink-soft">Optional</span>}
      </label>
      <div className="relative">
        <input
          type="text"
          placeholder=" "
          {...input}
          {...(typed && { defaultValue: typed })}
          {...(field && { value: String(field.value), onChange: ({ target }) => field.change(target.value) })}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="field"
          onInput={() => setCorrected(errors)}
        />
        {children}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? 'flex gap-1.5 text-sm text-danger' : 'text-sm text-ink-soft'}>
          {error && <Icon icon={icons.CircleAlert} className="mt-px size-4" />}
          <span className="min-w-0 wrap-anywhere">{note}</span>
        </p>
      )}
    </div>
  )
}

/**
 * What was typed into this field of the built page. React keeps it, unless a translator or an extension has changed the form: then
 * it renders the form again, with new inputs, while the old ones are still in the page.
 */
function typedBeforeHydration(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLInputElement>(`form:has([data-hydrating]) [name="${name}"]`)?.value
}

/** An email, as phone keyboards and password managers understand it. */
export function EmailField(props: Partial<FieldProps>) {
  return (
    <Field name="email" label="Email" type="email" autoComplete="username" spellCheck={false} {...props} />
  )
}

/** Tells password managers whose password a form asks for. */
export function Username({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}

export function PasswordField({ isNew = false, ...props }: FieldProps & { isNew?: boolean }) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew ? 'At least 6 characters' : undefined}
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize={shown ? 'none' : undefined}
      spellCheck={false}
    >
      <BareButton
        aria-label={`Show ${props.label.toLowerCase()}`}
        aria-pressed={shown}
        className="icon-button absolute top-0.5 right-0.5 pointer-coarse:top-0 pointer-coarse:right-0"
        onClick={() => setShown(!shown)}
      >
        <Icon icon={shown ? icons.EyeOff : icons.Eye} />
      </BareButton>
    </Field>
  )
}

/** Children go inside the input's frame, at its end. */
export interface FieldProps extends ComponentProps<'input'> {
  name: string
  label: string
  optional?: boolean
  hint?: string | undefined
}
