import type { ComponentProps, ReactNode, Ref } from 'react'

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

export function Switch({ title, text, ...input }: ComponentProps<'input'> & { title: string; text: string }) {
  const checkbox = <input type="checkbox" aria-label={title} className="checkbox size-6" {...input} />
  return <Section title={title} text={text} action={checkbox} />
}

interface SectionProps {
  ref?: Ref<HTMLHeadingElement>
  title: string
  text: string
  action?: ReactNode
  children?: ReactNode
}
