import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import * as icons from 'lucide'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { HitList, idOf } from './HitList.tsx'
import type { Offer } from './sources.ts'
import { useSearch } from './useSearch.ts'

/**
 * The search of everything: a combobox with a listbox (WAI-ARIA Authoring Practices). Its dialog is HTML, so it opens and
 * takes text before this hydrates.
 */
export default function Palette() {
  const { asked, found, hits, at, dialog, field, ask, open, go, onKeyDown } = usePalette()
  return (
    <dialog ref={dialog} id="palette" aria-label="Search" className="palette">
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5">
          <Icon drawing={icons.Search} className="pointer-events-none mr-1 ml-3 size-4 text-ink-soft" />
          {/* An input of type search may not have the role combobox. */}
          <input
            ref={field}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            className="h-13 min-w-0 flex-1 bg-transparent px-2 text-base outline-none placeholder:text-ink-soft placeholder:opacity-100"
            placeholder="Search pages, videos and events"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            role="combobox"
            aria-label="Search pages, videos, transcripts and your account"
            aria-expanded={hits.length > 0}
            aria-controls="palette-hits"
            aria-autocomplete="list"
            aria-activedescendant={hits.length > 0 ? idOf(at) : undefined}
            onFocus={open}
            onChange={ask}
            onKeyDown={onKeyDown}
          />
          <CloseButton commandfor="palette" className="">
            Close search
          </CloseButton>
        </div>
        <HitList query={asked?.trim() ?? ''} found={found} at={at} go={go} />
        <p className="hidden shrink-0 gap-5 border-t border-line px-4 py-2.5 text-xs text-ink-soft sm:pointer-fine:flex">
          <span>↑ ↓ to move</span>
          <span>Enter to open</span>
          <span>Ctrl Enter to open in a new tab</span>
          <span>Esc to close</span>
        </p>
      </div>
    </dialog>
  )
}

/** What is asked and found, which hit is chosen, and what the field's events do. */
function usePalette() {
  const [asked, setAsked] = useState<string | null>(null)
  const found = useSearch(asked)
  const [chosen, setChosen] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const hits = found.groups.flatMap((group) => group.hits)
  const at = Math.min(chosen, Math.max(0, hits.length - 1))
  const active = hits[at]

  const ask = () => {
    setChosen(0)
    setAsked(field.current?.value ?? '')
  }
  const open = () => {
    ask()
    found.refresh()
  }
  // It may have been opened before hydration.
  const catchUp = useEffectEvent(open)
  useEffect(() => catchUp(), [])

  const go = (hit: Offer, isElsewhere = false) => {
    dialog.current?.close()
    if (hit.run) hit.run()
    else if (isElsewhere || !hit.href.startsWith('/')) window.open(hit.href, '_blank', 'noopener')
    // The same moment of the video that plays here, once more.
    else if (new URL(hit.href, location.href).href === location.href) dispatchEvent(new Event('hashchange'))
    else location.assign(hit.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!active || nativeEvent.isComposing || (!step && key !== 'Enter')) return
    event.preventDefault()
    if (step) setChosen((at + step + hits.length) % hits.length)
    else go(active, ctrlKey || metaKey)
  }

  return { asked, found, hits, at, dialog, field, ask, open, go, onKeyDown }
}
