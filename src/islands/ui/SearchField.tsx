import * as icons from '#src/shared/icons.ts'
import { useLayoutEffect, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Icon } from './Icon.tsx'

/**
 * The field of a combobox (ARIA's pattern with a list that is always in its place): focus stays in it, arrows choose,
 * Enter goes there. It is of type text, because one of type search may not be a combobox.
 */
export function SearchField({ ref, name, placeholder, query, list, className, children, ...on }: Props) {
  // React listens to a store behind the paint, and until then each letter sets the field back to what it drew last. An
  // update from here brings that forward.
  const [, setListened] = useState(false)
  useLayoutEffect(() => setListened(true), [])

  const act = (event: KeyboardEvent) => {
    const acts: Partial<Record<string, (() => void) | null>> = {
      ArrowDown: () => on.onMove(1),
      ArrowUp: () => on.onMove(-1),
      Enter: on.onGo && (() => on.onGo?.(event)),
      Escape: on.onEscape,
    }
    const wanted = event.nativeEvent.isComposing ? null : acts[event.key]
    if (!wanted) return
    event.preventDefault()
    event.stopPropagation()
    wanted()
  }
  return (
    <div className="relative flex-1">
      <Icon
        drawing={icons.search}
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        className={`text-base placeholder:text-ink-soft placeholder:opacity-100 ${className}`}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        role="combobox"
        aria-label={name}
        aria-expanded={list.isShown}
        aria-controls={list.id}
        aria-autocomplete="list"
        aria-activedescendant={list.active}
        value={query}
        onFocus={on.onFocus}
        onChange={(event) => on.onAsk(event.target.value)}
        onKeyDown={act}
      />
      {children}
    </div>
  )
}

interface Props {
  ref: Ref<HTMLInputElement>
  /** What it is called to those who hear it. */
  name: string
  placeholder: string
  query: string
  list: {
    id: string
    isShown: boolean
    /** The id of the option that Enter goes to. */
    active: string | undefined
  }
  onFocus: () => void
  onAsk: (query: string) => void
  onMove: (by: 1 | -1) => void
  /** null while there is nothing to go to. */
  onGo: ((event: KeyboardEvent) => void) | null
  /** null where Escape is not its own. */
  onEscape: (() => void) | null
  className: string
  children?: ReactNode
}
