import type { IconNode } from 'lucide'
import type { PropsWithChildren } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { setWatched } from '#src/lib/progress-store.ts'

export const CARD = '@container rounded-card border border-line bg-surface p-4 text-sm sm:px-5'

export function CardHeading({ id, icon, children }: PropsWithChildren<{ id: string; icon: IconNode }>) {
  return (
    <h2
      id={id}
      className="flex items-center gap-2 font-sans text-sm font-normal tracking-normal text-ink-soft [word-spacing:normal]"
    >
      <Icon icon={icon} className="text-accent" />
      <span>{children}</span>
    </h2>
  )
}

export function OptionalLink({ href, children }: PropsWithChildren<{ href: string | undefined }>) {
  if (href === undefined) return <span className="inline-block font-semibold">{children}</span>
  return (
    <a
      href={href}
      className="inline-block font-semibold underline decoration-transparent underline-offset-3 hover:decoration-accent"
    >
      {children}
    </a>
  )
}

export function DoneCheckbox({ progressKey, isDone, label }: DoneCheckboxProps) {
  return (
    <input
      type="checkbox"
      name="tick"
      value={progressKey}
      aria-label={label}
      className="checkbox size-4.5"
      checked={isDone}
      onChange={({ target }) => setWatched(progressKey, target.checked)}
    />
  )
}

interface DoneCheckboxProps {
  progressKey: string
  isDone: boolean
  label?: string
}
