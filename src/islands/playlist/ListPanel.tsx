import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useStore } from '../store.ts'
import { keepInSight } from './parts.tsx'
import { useScreen } from './screen.ts'
import type { Hit } from './search-index.ts'
import { HitList, SearchBox, SearchStatus } from './SearchView.tsx'
import { groupsOf } from './tree.ts'
import { TreeView } from './TreeView.tsx'

/** The search, and the list or what was found in its place. Beside the video, or in a drawer. */
export function ListPanel({ drawing, done, currentRow, box }: PanelProps) {
  const screen = useScreen()
  const { search, selection } = screen
  const isAsking = useStore(search.store, ({ query }) => query.trim() !== '')
  const video = useStore(selection, (now) => now.video)
  const scroller = useRef<HTMLDivElement>(null)

  // It may have been used before this was here.
  useLayoutEffect(() => {
    if (document.activeElement === box.current || box.current?.value) void search.start()
    if (box.current?.value) search.ask(box.current.value)
  }, [search, box])
  const isFirst = useRef(true)
  useEffect(() => {
    // Whoever scrolled before this was here is about to press something there.
    const wasScrolled = isFirst.current && Boolean(scroller.current?.scrollTop)
    isFirst.current = false
    if (!wasScrolled) keepInSight(scroller.current, currentRow.current, COHORT_HEIGHT)
  }, [video, currentRow])

  const go = ({ fragment, seconds }: Hit) => {
    done()
    screen.goTo(fragment, seconds, 'search')
  }
  const clear = () => {
    box.current?.focus()
    search.ask('')
  }
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line p-3 noscript:hidden">
        <SearchBox box={box} go={go} clear={clear} />
        {!isAsking && <OpenAll />}
        <SearchStatus />
      </div>
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2"
        // Hits are no stops of their own, so the scroller is one.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isAsking ? 0 : undefined}
      >
        {isAsking && <HitList go={go} clear={clear} drawing={drawing} scroller={scroller} />}
        <div hidden={isAsking}>
          <TreeView choose={done} currentRow={currentRow} />
        </div>
      </div>
    </>
  )
}

interface PanelProps {
  drawing: ReactNode
  /** Somebody has chosen: where the list lies over the page, it goes. */
  done: () => void
  currentRow: RefObject<HTMLAnchorElement | null>
  /** Of the search. */
  box: RefObject<HTMLInputElement | null>
}

/** The cohort's title stays on top of the list. */
const COHORT_HEIGHT = 48

/** One button opens every cohort and week of the list, or closes them. */
function OpenAll() {
  const { tree } = useScreen()
  const isAllOpen = useStore(tree, (now) => groupsOf(now).every(({ path }) => now.open.has(path)))
  return (
    <button
      type="button"
      className="action"
      onClick={() => tree.dispatch({ type: 'all-toggled', open: !isAllOpen })}
    >
      {isAllOpen ? 'Close all' : 'Open all'}
    </button>
  )
}
