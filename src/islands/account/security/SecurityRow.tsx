import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

/** Something that stands as it is until somebody opens its form, which takes the focus and gives it back. */
export function SecurityRow({ title, text, what, isOpen, onOpen, children }: Props) {
  const row = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    const next = isOpen ? 'input:not([hidden])' : 'button'
    row.current?.querySelector<HTMLElement>(next)?.focus()
  }, [isOpen])

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
      {isOpen && children}
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
