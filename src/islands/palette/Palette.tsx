import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import * as icons from '#src/shared/icons.ts'
import { readViewer } from '../read-viewer.ts'
import { keepRecent } from '../recent-choices.ts'
import { Icon } from '../ui/Icon.tsx'
import { HitList, idOf, LIST_ID } from './HitList.tsx'
import type { Hit } from './hits.ts'
import { PALETTE_ID } from './open-palette.ts'
import { Search, type Found } from './search.ts'

/**
 * The one field that finds everything: a combobox by ARIA's pattern, whose list is always in its place. Its dialog is
 * HTML, so that it opens, and takes what is typed, before this is here.
 */
export default function Palette() {
  const [found, show] = useState<Found>(NOTHING)
  const [search] = useState(() => new Search(show))
  /** The key of the hit that an arrow went to; null: the first, whichever that is. */
  const [chosen, setChosen] = useState<string | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const hits = found.groups.flatMap((group) => group.hits)
  const at = Math.max(
    0,
    hits.findIndex(({ key }) => key === chosen),
  )
  const active = hits[at]

  const ask = () => {
    setChosen(null)
    const onlyVideos = dialog.current?.dataset.scope === 'videos'
    search.ask({ query: field.current?.value ?? '', onlyVideos })
  }
  const open = () => {
    ask()
    void search.open()
  }
  const openIfShown = useEffectEvent(() => {
    if (dialog.current?.open) open()
  })
  // It may have been opened before this was here.
  useEffect(() => openIfShown(), [])

  const go = (hit: Hit, isElsewhere = false) => {
    const { key, group, title, context, seconds, href, run } = hit
    keepRecent(readViewer().email, { key, group, title, context, seconds, href })
    dialog.current?.close()
    if (run) run()
    else if (isElsewhere || !href.startsWith('/')) window.open(href, '_blank', 'noopener')
    else location.assign(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!active || nativeEvent.isComposing || (!step && key !== 'Enter')) return
    event.preventDefault()
    if (step) setChosen(hits.at((at + step) % hits.length)?.key ?? null)
    else go(active, ctrlKey || metaKey)
  }

  return (
    <dialog ref={dialog} id={PALETTE_ID} aria-label="Search" closedby="any" className="palette">
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5">
          <div className="relative flex-1">
            <Icon
              drawing={icons.search}
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
            />
            {/* Of type text, because one of type search may not be a combobox. */}
            <input
              ref={field}
              type="text"
              inputMode="search"
              enterKeyHint="search"
              className="h-13 w-full bg-transparent pr-2 pl-10 text-base outline-none placeholder:text-ink-soft placeholder:opacity-100"
              placeholder={found.onlyVideos ? 'Search videos' : 'Search everything'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              role="combobox"
              aria-label={
                found.onlyVideos
                  ? 'Search videos and what is said in them'
                  : 'Search pages, videos, what is said in them, and your account'
              }
              aria-expanded={active !== undefined}
              aria-controls={LIST_ID}
              aria-autocomplete="list"
              aria-activedescendant={active && idOf(at)}
              onFocus={open}
              onChange={ask}
              onKeyDown={onKeyDown}
            />
          </div>
          {found.onlyVideos && (
            <button
              type="button"
              className="action"
              onClick={() => {
                if (dialog.current) dialog.current.dataset.scope = ''
                field.current?.focus()
              }}
            >
              Search everything
            </button>
          )}
          <button type="button" className="icon-button" onClick={() => dialog.current?.close()}>
            <Icon drawing={icons.x} className="size-5" />
            <span className="sr-only">Close search</span>
          </button>
        </div>
        <HitList found={found} at={at} go={go} />
      </div>
    </dialog>
  )
}

const NOTHING: Found = { query: '', onlyVideos: false, groups: [], state: 'settled' }
