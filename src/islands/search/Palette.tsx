import { useState, type KeyboardEvent } from 'react'
import * as icons from 'lucide'
import { closeDialog } from '#src/lib/dialogs.ts'
import { CloseButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ResultList, resultId } from './ResultList.tsx'
import { type AccountLink, isExternal, type SearchItem } from './search-items.ts'
import { useSearch } from './useSearch.ts'

export function Palette({ initialQuery, links }: PaletteProps) {
  const { query, results, activeIndex, onQueryChange, openResult, onKeyDown } = usePalette(
    initialQuery,
    links,
  )
  const hasResults = results.groups.length > 0
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
            aria-expanded={hasResults}
            aria-controls="palette-hits"
            aria-autocomplete="list"
            aria-activedescendant={hasResults ? resultId(activeIndex) : undefined}
            value={query}
            onChange={({ target }) => onQueryChange(target.value)}
            onKeyDown={onKeyDown}
          />
          <CloseButton className="" onClick={close}>
            Close search
          </CloseButton>
        </div>
        <ResultList
          query={query.trim()}
          results={results}
          activeIndex={activeIndex}
          openResult={openResult}
        />
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
  initialQuery: string
  links: readonly AccountLink[]
}

const close = () => closeDialog('search')

function usePalette(initialQuery: string, links: readonly AccountLink[]) {
  const [query, setQuery] = useState(initialQuery)
  const results = useSearch(query, links)
  const [chosenIndex, setChosenIndex] = useState(0)
  const items = results.groups.flatMap((group) => group.results)
  const activeIndex = Math.min(chosenIndex, Math.max(0, items.length - 1))
  const activeItem = items[activeIndex]

  const onQueryChange = (next: string) => {
    setChosenIndex(0)
    setQuery(next)
  }
  const openResult = (result: SearchItem, inNewTab = false) => {
    const { run, href } = result
    close()
    if (run) run()
    else if (inNewTab || isExternal(result)) window.open(href, '_blank', 'noopener')
    else if (new URL(href, location.href).href === location.href) {
      // The address is this page's already, and a link to it would do nothing: the same moment of the shown video, once more.
      history.replaceState(null, '', location.pathname + location.search)
      location.replace(href)
    } else location.assign(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    const offset = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!activeItem || nativeEvent.isComposing || (!offset && key !== 'Enter')) return
    event.preventDefault()
    if (offset) setChosenIndex((activeIndex + offset + items.length) % items.length)
    else openResult(activeItem, ctrlKey || metaKey)
  }

  return { query, results, activeIndex, onQueryChange, openResult, onKeyDown }
}
