import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { Button } from './Button.tsx'
import { Form, type FormProps } from './Form.tsx'
import { focusUnlessMoved } from './useRestoreFocus.ts'

export function ExpandableForm<Schema extends z.ZodMiniType>(props: ButtonProps & FormProps<Schema>) {
  const { label, srSuffix, onSubmit, ...form } = props
  return (
    <ExpandableButton label={label} srSuffix={srSuffix}>
      {(close) => (
        <Form {...form} isCompact onSubmit={(values) => onSubmit(values).then(close)} onCancel={close} />
      )}
    </ExpandableButton>
  )
}

export function ConfirmAction(props: ConfirmActionProps) {
  const { label, srSuffix, question, confirmLabel, onConfirm, fallbackCode = 'unexpected' } = props
  return (
    <ExpandableButton label={label} srSuffix={srSuffix} groupLabel={question}>
      {(close) => (
        <Form
          className="flex flex-wrap items-center gap-x-3 gap-y-2"
          isCompact
          variant="danger"
          submitLabel={confirmLabel}
          fallbackCode={fallbackCode}
          onSubmit={() => onConfirm().then(close)}
          onCancel={close}
        >
          <p className="min-w-0 text-sm font-medium wrap-anywhere">{question}</p>
        </Form>
      )}
    </ExpandableButton>
  )
}

// Opening moves the focus inside; closing moves it back to the button.
function ExpandableButton({ label, srSuffix, groupLabel, children }: ExpandableButtonProps) {
  // undefined until the first press, because only then the focus returns.
  const [isOpen, setIsOpen] = useState<boolean>()
  if (isOpen) {
    return (
      <div ref={focusFirst} className="basis-full" role={groupLabel && 'group'} aria-label={groupLabel}>
        {children(() => setIsOpen(false))}
      </div>
    )
  }
  return (
    <Button ref={isOpen === false ? focusUnlessMoved : null} variant="quiet" onClick={() => setIsOpen(true)}>
      <span>{label}</span>
      {srSuffix && <span className="sr-only"> {srSuffix}</span>}
    </Button>
  )
}

function focusFirst(expanded: HTMLElement | null): void {
  expanded?.querySelector<HTMLElement>('input:not([hidden]), select, button[type=button]')?.focus()
}

interface ButtonProps {
  label: string
  srSuffix?: string | undefined
}

interface ConfirmActionProps extends ButtonProps {
  question: string
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  fallbackCode?: FormProps<z.ZodMiniType>['fallbackCode']
}

interface ExpandableButtonProps extends ButtonProps {
  groupLabel?: string
  children: (close: () => void) => ReactNode
}
