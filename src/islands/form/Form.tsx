import {
  type ReactNode,
  startTransition,
  type SyntheticEvent,
  useActionState,
  useEffect,
  useRef,
} from 'react'
import * as z from 'zod/mini'
import type { ErrorCode } from '#src/shared/errors.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Problems } from '../ui/Field.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { noProblem, type Problem, problemOf } from './problem.ts'

/**
 * Fields, what is wrong with them, and the button that sends them, once at a time. What was typed stays, whatever the
 * server says; before the script is there it stays too, as nothing can be sent yet.
 */
export function Form<Rules extends z.ZodMiniType>(props: Props<Rules>) {
  const { rules, send, otherwise = 'unexpected', unheard } = props
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useIsHydrated()
  const [last, submit, isSending] = useActionState(async (_: Problem, typed: z.input<Rules>) => {
    const checked = rules?.safeParse(typed)
    if (checked?.error) return { ...noProblem, fields: z.flattenError(checked.error).fieldErrors }
    try {
      await send(typed)
      return noProblem
    } catch (error) {
      return problemOf(error, otherwise, unheard)
    }
  }, noProblem)
  const problem = isSending ? noProblem : last
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [last])

  // Not `action`: React empties the fields of such a form once it was sent.
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as z.input<Rules>
    if (!isSending) startTransition(() => submit(typed))
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      className={props.className ?? 'mt-8 grid gap-5'}
    >
      <Problems value={problem.fields}>{props.children}</Problems>
      <div>
        <Alert text={problem.text} />
        <div className={props.isRow ? 'flex flex-wrap gap-2' : 'grid gap-3'}>
          <Button
            look={props.look ?? 'primary'}
            busy={isSending}
            busyText={props.busyText}
            disabled={props.disabled === true || !isHydrated}
          >
            {props.submit}
          </Button>
          {props.after}
        </div>
      </div>
    </form>
  )
}

interface Props<Rules extends z.ZodMiniType> {
  /** What is typed is judged by them before it is sent. */
  rules?: Rules
  /** What it throws is shown: at the fields, or above the button. */
  send: (typed: z.input<Rules>) => Promise<unknown>
  /** As of `problemOf`. */
  otherwise?: ErrorCode
  unheard?: ErrorCode
  /** What the button says, and what it says while it is done. */
  submit: string
  busyText: string
  look?: 'primary' | 'quiet' | 'danger'
  disabled?: boolean
  className?: string
  /** Whether the buttons stand in a row. */
  isRow?: boolean
  children?: ReactNode
  /** What else can be done, beside the button. */
  after?: ReactNode
}
