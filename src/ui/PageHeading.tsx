import type { PropsWithChildren } from 'react'

/** As components/PageHeading.astro, which React can't render, for islands that contain the heading. */
export function PageHeading({ title, description, children }: Props) {
  return (
    <header className="flex items-start justify-between gap-x-6">
      <div className="min-w-0">
        <h1 className="text-subheading lg:text-heading">{title}</h1>
        <p className="mt-1 max-w-[68ch] text-ink-soft">{description}</p>
      </div>
      <div className="ml-auto shrink-0 lg:mt-1.5">{children}</div>
    </header>
  )
}

type Props = PropsWithChildren<{ title: string; description: string }>
