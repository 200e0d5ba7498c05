import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { Form, type FormProps } from './Form.tsx'
import { Button } from './Button.tsx'
import { type FieldProps, PasswordField, Username } from './Field.tsx'

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

/** A setting that is on or off. */
export function Switch({ title, text, ...box }: ComponentProps<'input'> & { title: string; text: string }) {
  const input = <input type="checkbox" aria-label={title} className="checkbox size-6" {...box} />
  return <Section title={title} text={text} action={input} />
}

/** A button that becomes a form or a question, until that is answered or cancelled. The focus moves into it and back. */
export function Disclosure<Schema extends z.ZodMiniType>(props: DisclosureProps<Schema>) {
  const { label, srSuffix, question, send, ...form } = props
  const [isOpen, setIsOpen] = useState<boolean>()
  const close = () => setIsOpen(false)
  if (isOpen) {
    return (
      <div ref={focusFirst} className="basis-full" role={question && 'group'} aria-label={question}>
        <Form
          {...form}
          {...(question && asking)}
          isRow
          send={(typed) => send(typed).then(close)}
          onCancel={close}
        >
          {question ? <p className="min-w-0 text-sm font-medium wrap-anywhere">{question}</p> : form.children}
        </Form>
      </div>
    )
  }
  return (
    <Button ref={isOpen === false ? focusIfLost : null} variant="quiet" onClick={() => setIsOpen(true)}>
      <span>{label}</span>
      {srSuffix && <span className="sr-only"> {srSuffix}</span>}
    </Button>
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

/**
 * The element to focus when `data` or `more` has changed and the button that was pressed is gone with what it was for. What is
 * read first (`data` is `undefined` until then) leaves the focus at the start of the page.
 */
export function useFocusAfter<Focused extends HTMLElement>(data: unknown, more?: unknown) {
  const element = useRef<Focused>(null)
  const earlier = useRef<unknown>(undefined)
  useEffect(() => {
    if (earlier.current !== undefined) focusIfLost(element.current)
    earlier.current = data
  }, [data, more])
  return element
}

const asking = { className: 'flex flex-wrap items-center gap-x-3 gap-y-2', variant: 'danger' } as const

/** Whoever went on to something else meanwhile keeps the focus there. */
function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

/** The first field, or else Cancel. */
function focusFirst(opened: HTMLElement | null): void {
  opened?.querySelector<HTMLElement>('input:not([hidden]), button[type=button]')?.focus()
}

interface SectionProps extends ComponentProps<'h3'> {
  title: string
  text: string
  action?: ReactNode
}

interface DisclosureProps<Schema extends z.ZodMiniType> extends FormProps<Schema> {
  /** Of the button; `srSuffix` completes it for screen readers. */
  label: string
  /** In place of fields; names the form for screen readers. */
  question?: string
}
