import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'

/** A password that can be looked at before it is sent. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize={shown ? 'none' : undefined}
      spellCheck={false}
    >
      <button
        type="button"
        aria-label={`Show ${props.label.toLowerCase()}`}
        aria-pressed={shown}
        className="absolute top-0.5 right-0.5 icon-button"
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </Field>
  )
}
