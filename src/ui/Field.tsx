import * as icons from 'lucide'
import { type ComponentProps, useId, useState } from 'react'
import { codePoints } from '#src/shared/field-limits.ts'
import { BareButton } from './Button.tsx'
import { useField } from './form-state.ts'
import { Icon } from './Icon.tsx'

export function Field({ label, optional = false, maxCodePoints, hint, children, ...input }: FieldProps) {
  const generatedId = useId()
  const id = input.id ?? generatedId
  const { errors, value, setValue } = useField(input.name)
  const [dismissedErrors, setDismissedErrors] = useState<string[]>()
  const [initialValue] = useState(() => valueBeforeHydration(input.name))
  const error = errors === dismissedErrors ? undefined : errors?.[0]
  const note = error ?? hint
  const counter = maxCodePoints && value ? `${codePoints(String(value))} of ${maxCodePoints}` : undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex justify-between text-sm font-medium">
        <span>{label}</span>
        {optional && (
          <span aria-hidden={counter ? true : undefined} className="font-normal text-ink-soft tabular-nums">
            {counter ?? 'Optional'}
          </span>
        )}
      </label>
      <div className="relative">
        <input
          type="text"
          placeholder=" "
          {...input}
          {...(initialValue && { defaultValue: initialValue })}
          {...(value !== undefined && {
            value: String(value),
            onChange: ({ target }) => setValue(target.value),
          })}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="field"
          onInput={() => setDismissedErrors(errors)}
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

// The text typed before hydration. React keeps it, unless a translator or an extension has changed the form: then
// it renders the form again, with new inputs, while the old ones are still in the page.
function valueBeforeHydration(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLInputElement>(`form:has([data-hydrating]) [name="${name}"]`)?.value
}

export function EmailField(props: Partial<FieldProps>) {
  return (
    <Field name="email" label="Email" type="email" autoComplete="username" spellCheck={false} {...props} />
  )
}

/** Tells password managers whose password a form asks for. */
export function UsernameField({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}

export function PasswordField({ isNew = false, ...props }: FieldProps & { isNew?: boolean }) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field
      autoComplete={isNew ? 'new-password' : 'current-password'}
      hint={isNew ? 'At least 6 characters' : undefined}
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize={isVisible ? 'none' : undefined}
      spellCheck={false}
    >
      <BareButton
        aria-label={`Show ${props.label.toLowerCase()}`}
        aria-pressed={isVisible}
        className="icon-button absolute top-0.5 right-0.5 pointer-coarse:top-0 pointer-coarse:right-0"
        onClick={() => setIsVisible(!isVisible)}
      >
        <Icon icon={isVisible ? icons.EyeOff : icons.Eye} />
      </BareButton>
    </Field>
  )
}

export interface FieldProps extends ComponentProps<'input'> {
  name: string
  label: string
  optional?: boolean
  hint?: string | undefined
  /** Shown as '12 of 160' once something is in a field of saved values. */
  maxCodePoints?: number
}
