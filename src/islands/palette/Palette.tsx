import * as icons from '#src/shared/icons.ts'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type SubmitEvent,
} from 'react'
import { useStore } from '../store.ts'
import { Icon } from '../ui/Icon.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { HitList, HitStatus, idOf, LIST_ID } from './HitList.tsx'
import type { Hit } from './hits.ts'
import { PALETTE_ID } from './open-palette.ts'
import { activeOf, createPalette, hitsOf } from './palette.ts'

/**
 * The one field that finds everything. Its dialog is HTML's own and stands in the page, so that it opens, and takes what is
 * typed, before this is here: see open-palette.ts.
 */
export default function Palette() {
  const [palette] = useState(createPalette)
  const state = useStore(palette.store, (now) => now)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** Enter came before anything was found. */
  const [isHurried, setHurried] = useState(false)
  const active = activeOf(state)
  const at = active ? hitsOf(state).indexOf(active) : -1

  // The same for good, so that a hit is not drawn again with what is around it.
  const go = useCallback(
    (hit: Hit, isElsewhere = false) => {
      palette.remember(hit)
      dialog.current?.close()
      if (hit.run) hit.run()
      else if (hit.href && (isElsewhere || !hit.href.startsWith('/'))) open(hit.href, '_blank', 'noopener')
      else if (hit.href) location.assign(hit.href)
    },
    [palette],
  )
  const ask = (query: string) => {
    setHurried(false)
    palette.ask(query)
  }
  // It may have been used before this was here.
  useLayoutEffect(() => {
    if (!dialog.current?.open || !field.current) return
    palette.start()
    palette.ask(field.current.value)
  }, [palette])
  useEffect(() => {
    if (!isHurried || !active) return
    setHurried(false)
    go(active)
  })

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it as well
    <dialog
      ref={dialog}
      id={PALETTE_ID}
      aria-label="Search everything"
      className="palette"
      onClose={() => ask('')}
      onClick={(event: MouseEvent<HTMLDialogElement>) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <form
        className="flex max-h-[inherit] flex-col"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          setHurried(true)
        }}
      >
        {/* For Enter in the field; a press chooses a hit. */}
        <button type="submit" hidden />
        <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5">
          <SearchField
            ref={field}
            name="Search pages, videos, what is said in them, and your account"
            placeholder="Search everything"
            query={state.query}
            list={{ id: LIST_ID, isShown: active !== undefined, active: active && idOf(at) }}
            className="h-13 w-full bg-transparent pr-2 pl-10 outline-none"
            onFocus={() => palette.start()}
            onAsk={ask}
            onMove={(by) => palette.store.dispatch({ type: 'moved', by })}
            onGo={active ? ({ ctrlKey, metaKey }) => go(active, ctrlKey || metaKey) : null}
            onEscape={null}
          />
          <button type="button" className="icon-button" onClick={() => dialog.current?.close()}>
            <Icon drawing={icons.x} className="size-5" />
            <span className="sr-only">Close the search</span>
          </button>
        </div>
        <HitList state={state} active={active} go={go} />
        <HitStatus state={state} />
      </form>
    </dialog>
  )
}
