import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useHandedFocus } from '../use-handed-focus.ts'

/** Something that stands as it is until somebody opens its form, which takes the focus and gives it back. */
export function SecurityRow({ title, text, what, isOpen, onOpen, children }: Props) {
  const row = useHandedFocus<HTMLElement>(isOpen, { inside: 'input:not([hidden])' })
  return (
    <section ref={row} className="border-b border-line py-5 first:pt-0">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">{text}</p>
        </div>
        {!isOpen && (
          <Button look="quiet" onClick={onOpen}>
            Change<span className="sr-only"> {what}</span>
          </Button>
        )}
      </div>
      {isOpen && <div className="mt-4">{children}</div>}
    </section>
  )
}

interface Props {
  title: string
  text: string
  /** What is changed, for whoever hears the button without its row. */
  what: string
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}
