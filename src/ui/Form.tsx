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
import { Problems } from './Field.tsx'
import { ChangingFields, useChanges, type Values } from './changes.ts'
import { noProblem, type Problem, problemOf, problemOfFields } from './problem.ts'

/** A form with its problems and buttons. It sends one request at a time, and keeps what was typed after any answer. */
export function Form<Schema extends z.ZodMiniType>(props: FormProps<Schema>) {
  const { schema, send, fallback = 'unexpected', unanswered } = props
  const form = useRef<HTMLFormElement>(null)
  const { changes, fields, forget } = useChanges(props.stored)
  const [last, submit, isSending] = useActionState(async (_: Problem, typed: z.input<Schema>) => {
    const isUnchanged = fields && Object.keys(typed as object).length === 0
    const checked = schema?.safeParse(isUnchanged ? fields.values : typed)
    const shown = Object.keys(fields?.values ?? (typed as object))
    if (checked?.error) return problemOfFields(z.flattenError(checked.error).fieldErrors, fallback, shown)
    try {
      await send(typed)
      forget(typed as Values)
      return noProblem
    } catch (error) {
      return problemOf(error, fallback, unanswered, shown)
    }
  }, noProblem)
  const problem = isSending ? noProblem : last
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [last])

  return (
    <form
      ref={form}
      // A password manager that submits it before hydration must not put the password into the address.
      method="post"
      noValidate
      aria-busy={isSending}
      // With `action`, React would empty the fields after sending.
      onSubmit={(event) => {
        event.preventDefault()
        const typed = fields ? changes : Object.fromEntries(new FormData(event.currentTarget))
        if (!isSending) startTransition(() => submit(typed as z.input<Schema>))
      }}
      className={props.className ?? (props.isRow ? 'grid gap-4' : 'mt-8 grid gap-5')}
    >
      <ChangingFields value={fields}>
        <Problems value={problem.fields}>{props.children}</Problems>
      </ChangingFields>
      <div>
        <Alert text={problem.text} reason={problem.reason} />
        <div className={props.isRow ? 'flex flex-wrap gap-2' : 'grid gap-3'}>
          <Button variant={props.variant} busy={isSending} disabled={props.disabled}>
            {props.submit}
            {props.srSuffix && <span className="sr-only"> {props.srSuffix}</span>}
          </Button>
          {props.onCancel && (
            <Button variant="quiet" onClick={props.onCancel}>
              {props.cancel ?? 'Cancel'}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

export interface FormProps<Schema extends z.ZodMiniType> {
  /** Checked before sending. */
  schema?: Schema
  /** What the portal has of the fields. Only changes of it are sent then: none of them for a form that nobody touched. */
  stored?: Values | undefined
  /** Problems show at the fields of the same name, or above the button. */
  send: (typed: z.input<Schema>) => Promise<unknown>
  /** See `problemOf`. */
  fallback?: ErrorCode
  unanswered?: ErrorCode
  submit: string
  /** Completes `submit` for screen readers. */
  srSuffix?: string
  variant?: ComponentProps<typeof Button>['variant']
  disabled?: boolean
  className?: string
  children?: ReactNode
  /** Whether the buttons are in a row. */
  isRow?: boolean
  /** Shows a button that says `cancel`, or 'Cancel'. */
  onCancel?: () => void
  cancel?: string
}
