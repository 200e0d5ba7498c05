import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useRef,
} from 'react'
import * as z from 'zod/mini'
import type { ErrorCode } from '#src/shared/errors.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { fieldsToFormError, type FormError, NO_ERROR, toFormError } from './form-error.ts'
import { FormContext, type FormValues, useDirtyFields } from './form-state.ts'

export function Form<Schema extends z.ZodMiniType>(props: FormProps<Schema>) {
  const { schema, savedValues, onSubmit, fallbackCode = 'unexpected' } = props
  const form = useRef<HTMLFormElement>(null)
  const { dirtyFields, values, setValue, markSaved } = useDirtyFields(savedValues)
  const [result, submit, isSubmitting] = useActionState(async (_: FormError, submitted: z.input<Schema>) => {
    const isUnchanged = values && Object.keys(submitted as object).length === 0
    const checked = schema?.safeParse(isUnchanged ? values : submitted)
    const fieldNames = Object.keys(values ?? (submitted as object))
    if (checked?.error)
      return fieldsToFormError(z.flattenError(checked.error).fieldErrors, fallbackCode, fieldNames)
    try {
      await onSubmit(submitted)
      markSaved(submitted as FormValues)
      return NO_ERROR
    } catch (error) {
      return toFormError(error, fallbackCode, fieldNames)
    }
  }, NO_ERROR)
  const error = isSubmitting ? NO_ERROR : result
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [result])

  return (
    <form
      ref={form}
      // A password manager that submits it before hydration must not put the password into the address.
      method="post"
      noValidate
      aria-busy={isSubmitting}
      // With `action`, React would empty the fields after sending.
      onSubmit={(event) => {
        event.preventDefault()
        const submitted = values ? dirtyFields : Object.fromEntries(new FormData(event.currentTarget))
        if (!isSubmitting) startTransition(() => submit(submitted as z.input<Schema>))
      }}
      className={props.className ?? (props.isCompact ? 'grid gap-4' : 'mt-8 grid gap-5')}
    >
      <FormContext value={{ errors: { ...props.errors, ...error.fields }, values, setValue }}>
        {props.children}
      </FormContext>
      <div>
        <Alert text={error.text} code={error.code} />
        <div className={props.isCompact ? 'flex flex-wrap gap-2' : 'grid gap-3'}>
          <Button variant={props.variant} busy={isSubmitting} disabled={props.disabled}>
            {props.submitLabel}
            {props.srSuffix && <span className="sr-only"> {props.srSuffix}</span>}
          </Button>
          {props.onCancel && (
            <Button variant="quiet" onClick={props.onCancel}>
              {props.cancelLabel ?? 'Cancel'}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

export interface FormProps<Schema extends z.ZodMiniType> {
  schema?: Schema
  /** With them, the inputs are controlled, and `onSubmit` gets the changed fields alone. */
  savedValues?: FormValues | undefined
  /** Errors by field name, beside those of `schema` and `onSubmit`. A field hides an array that it has shown, once it is edited. */
  errors?: FormError['fields']
  /** Errors that it throws show at the fields of the same name, or above the button. */
  onSubmit: (values: z.input<Schema>) => Promise<unknown>
  fallbackCode?: ErrorCode
  submitLabel: string
  srSuffix?: string
  variant?: ComponentProps<typeof Button>['variant']
  disabled?: boolean
  className?: string
  children?: ReactNode
  isCompact?: boolean
  onCancel?: () => void
  cancelLabel?: string
}
