import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

/** A labelled input; its message stands under it and is read out with it. */
export function Field({ label, optional = false, hint, error, children, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex justify-between text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-ink-soft">Optional</span>}
      </label>
      <div className="relative">
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="field"
        />
        {children}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? 'flex gap-1.5 text-sm text-ember' : 'text-sm text-ink-soft'}>
          {error && <CircleAlert size={16} strokeWidth={2} className="mt-px shrink-0" aria-hidden />}
          {note}
        </p>
      )}
    </div>
  )
}

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  optional?: boolean
  hint?: string | undefined
  error?: string | undefined
  /** Stands inside the input's frame, at its end. */
  children?: ReactNode
}
