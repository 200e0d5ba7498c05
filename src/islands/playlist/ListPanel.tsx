import { useEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import * as icons from '#src/shared/icons.ts'
import { PALETTE_ID } from '../palette/open-palette.ts'
import { useStore } from '../store.ts'
import { Icon } from '../ui/Icon.tsx'
import { keepInSight } from './parts.tsx'
import { useScreen } from './screen.ts'
import { groupsOf } from './tree.ts'
import { TreeView } from './TreeView.tsx'

/** What opens the search, and the list. Beside the video, or in a drawer. */
export function ListPanel({ done, currentRow }: PanelProps) {
  const { selection } = useScreen()
  const video = useStore(selection, (now) => now.video)
  const scroller = useRef<HTMLDivElement>(null)

  const isFirst = useRef(true)
  useEffect(() => {
    // Whoever scrolled before this was here is about to press something there.
    const wasScrolled = isFirst.current && Boolean(scroller.current?.scrollTop)
    isFirst.current = false
    if (!wasScrolled) keepInSight(scroller.current, currentRow.current, COHORT_HEIGHT)
  }, [video, currentRow])

  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line p-3 noscript:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          className="field flex flex-1 items-center gap-2.5 pl-3 text-left text-ink-soft lg:min-h-9 lg:text-sm"
          commandfor={PALETTE_ID}
          command="show-modal"
          value="videos"
          // What lies behind the drawer is out of reach.
          onClick={() => flushSync(done)}
        >
          <Icon drawing={icons.search} className="size-4" />
          Search videos
        </button>
        <OpenAll />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
        <TreeView choose={done} currentRow={currentRow} />
      </div>
    </>
  )
}

interface PanelProps {
  /** Somebody has chosen: where the list lies over the page, it goes. */
  done: () => void
  currentRow: RefObject<HTMLAnchorElement | null>
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
