import { useState, type KeyboardEvent } from 'react'
import * as icons from 'lucide'
import { closeDialog } from '#src/lib/dialogs.ts'
import { CloseButton } from '#src/ui/CloseButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { HitList, idOf } from './HitList.tsx'
import type { AccountLink, SearchItem } from './sources.ts'
import { useSearch } from './useSearch.ts'

/** The search of everything: a combobox with a listbox (WAI-ARIA Authoring Practices). */
export function Palette({ query, links }: PaletteProps) {
  const { asked, found, hits, at, ask, go, onKeyDown } = usePalette(query, links)
  return (
    <Dialog
      aria-label="Search"
      className="fixed inset-0 m-0 h-dvh max-h-dvh w-full max-w-none bg-surface p-0 text-ink backdrop:bg-backdrop sm:inset-x-0 sm:top-[min(14vh,8rem)] sm:bottom-auto sm:mx-auto sm:h-auto sm:max-h-[min(36rem,100dvh-10rem)] sm:w-[min(40rem,100vw-3rem)] sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:shadow-float"
      onClose={close}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5">
          <Icon icon={icons.Search} className="pointer-events-none mr-1 ml-3 size-4 text-ink-soft" />
          {/* An input of type search may not have the role combobox. */}
          <input
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
            value={asked}
            onChange={({ target }) => ask(target.value)}
            onKeyDown={onKeyDown}
          />
          <CloseButton className="" onClick={close}>
            Close search
          </CloseButton>
        </div>
        <HitList query={asked.trim()} found={found} at={at} go={go} />
        <p className="hidden shrink-0 gap-5 border-t border-line px-4 py-2.5 text-xs text-ink-soft sm:pointer-fine:flex">
          <span>↑ ↓ to move</span>
          <span>Enter to open</span>
          <span>Ctrl Enter to open in a new tab</span>
          <span>Esc to close</span>
        </p>
      </div>
    </Dialog>
  )
}

interface PaletteProps {
  /** What is searched at first. */
  query: string
  links: readonly AccountLink[]
}

const close = () => closeDialog('search')

/** What is asked and found, which hit is chosen, and what the field's events do. */
function usePalette(query: string, links: readonly AccountLink[]) {
  const [asked, setAsked] = useState(query)
  const found = useSearch(asked, links)
  const [chosen, setChosen] = useState(0)
  const hits = found.groups.flatMap((group) => group.hits)
  const at = Math.min(chosen, Math.max(0, hits.length - 1))
  const active = hits[at]

  const ask = (typed: string) => {
    setChosen(0)
    setAsked(typed)
  }
  const go = (hit: SearchItem, isElsewhere = false) => {
    close()
    if (hit.run) hit.run()
    else if (isElsewhere || !hit.href.startsWith('/')) window.open(hit.href, '_blank', 'noopener')
    else if (new URL(hit.href, location.href).href === location.href) {
      // The same moment of the video that plays here, once more: without its fragment the page has somewhere to go.
      history.replaceState(null, '', location.pathname + location.search)
      location.replace(hit.href)
    } else location.assign(hit.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!active || nativeEvent.isComposing || (!step && key !== 'Enter')) return
    event.preventDefault()
    if (step) setChosen((at + step + hits.length) % hits.length)
    else go(active, ctrlKey || metaKey)
  }

  return { asked, found, hits, at, ask, go, onKeyDown }
}
