import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form } from '../form/Form.tsx'
import { Button } from '../ui/Button.tsx'
import { type FieldProps, PasswordField, Username } from '../ui/Field.tsx'

/** One setting, with its action beside it, or below on narrow screens. */
export function Section({ ref, title, text, action, children }: SectionProps) {
  return (
    <section className="flex flex-wrap items-center gap-4 border-b border-line py-5 first:pt-0 last:border-0">
      <div className="min-w-0 flex-1 basis-60">
        <h3 ref={ref} tabIndex={-1} className="text-sm font-medium outline-none">
          {title}
        </h3>
        <p className="max-w-prose text-sm wrap-anywhere text-ink-soft">{text}</p>
      </div>
      {action}
      {children && <div className="basis-full">{children}</div>}
    </section>
  )
}

/** A button that becomes a form. The focus moves into the form and back. */
export function Disclosure({ label, what, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  if (isOpen) {
    return (
      <div ref={focusFirst} className="basis-full">
        {children(() => setIsOpen(false))}
      </div>
    )
  }
  return (
    <Button ref={isOpen === false ? focus : null} look="button-quiet" onClick={() => setIsOpen(true)}>
      <span>{label}</span>
      {what && <span className="sr-only"> {what}</span>}
    </Button>
  )
}

/** A button that asks for confirmation in its place. */
export function Confirm({ question, yes, onYes, ...opening }: ConfirmProps) {
  return (
    <Disclosure {...opening}>
      {(close) => (
        <div role="group" aria-label={question}>
          <Form
            send={() => onYes().then(close)}
            className="flex flex-wrap items-center gap-x-3 gap-y-2"
            isRow
            look="button-danger"
            submit={yes}
            onCancel={close}
          >
            <p className="text-sm font-medium">{question}</p>
          </Form>
        </div>
      )}
    </Disclosure>
  )
}

/** Asks for the member's password. */
export function CurrentPassword({ email, ...field }: Partial<FieldProps> & { email: string }) {
  return (
    <>
      <Username email={email} />
      <PasswordField name="currentPassword" label="Current password" {...field} />
    </>
  )
}

/** The element to focus when `data` has changed and the button that was pressed is gone with what it was for. */
export function useFocusAfter<Focused extends HTMLElement>(data: unknown) {
  const element = useRef<Focused>(null)
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus()
  }, [data])
  return element
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** The first field, or else Cancel. */
function focusFirst(opened: HTMLElement | null): void {
  focus(opened?.querySelector<HTMLElement>('input:not([hidden]), button[type=button]') ?? null)
}

interface SectionProps extends ComponentProps<'h3'> {
  title: string
  text: string
  action?: ReactNode
}

interface DisclosureProps {
  label: string
  /** Completes the label for screen readers. */
  what?: string
  children: (close: () => void) => ReactNode
}

interface ConfirmProps extends Omit<DisclosureProps, 'children'> {
  question: string
  yes: string
  onYes: () => Promise<unknown>
}
