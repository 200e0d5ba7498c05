import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'
import { Form } from '../form/Form.tsx'
import { Button } from '../ui/Button.tsx'

/** A form about the member's own password or what it protects, with a way back. */
export function AccountForm<Rules extends z.ZodMiniType>(props: Props<Rules>) {
  const { email, cancel = 'Cancel', onCancel, children, ...form } = props
  return (
    <Form
      {...form}
      className="grid gap-4"
      isRow
      after={
        <Button look="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      }
    >
      {/* Tells a password manager whose password this is about. People do not see it. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      {children}
    </Form>
  )
}

type Props<Rules extends z.ZodMiniType> = ComponentProps<typeof Form<Rules>> & {
  email: string
  cancel?: string
  onCancel: () => void
}
