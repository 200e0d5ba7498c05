import { useEffect, useRef } from 'react'
import * as icons from 'lucide'
import { openDialog } from '#src/lib/dialogs.ts'
import { CloseButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { scrollIntoScroller } from './scroll-into-scroller.ts'
import { VideoTree } from './VideoTree.tsx'
import { usePlaylistContext } from './usePlaylist.ts'

export function VideoList() {
  const { selection, isHydrated } = usePlaylistContext()
  const aside = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const currentRow = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    // The cohort's heading sticks to the top.
    scrollIntoScroller(scroller.current, currentRow.current, 48)
    // On load the list stays open if the member opened it before hydration.
    if (selection.trigger !== 'load') aside.current?.hidePopover()
  }, [selection])

  return (
    <aside
      ref={aside}
      id="playlist-list"
      popover="auto"
      aria-label="All videos"
      // A popover takes no focus by itself.
      onToggle={(event) => event.newState === 'open' && currentRow.current?.focus()}
      className="m-0 flex-col border border-line bg-surface text-ink max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:h-[min(85dvh,44rem)] max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-t-card max-md:shadow-float max-md:backdrop:bg-backdrop max-md:sm:mx-auto max-md:sm:max-w-xl md:static md:flex md:h-auto md:w-auto md:rounded-card md:p-0 md:backdrop:hidden lg:sticky lg:inset-auto lg:top-6 lg:max-h-[calc(100dvh-10.5rem)] lg:min-h-72 [&:popover-open]:flex"
    >
      <div className="flex items-center gap-2 pt-2 pr-1 pl-4 md:hidden">
        <h2 className="flex-1 text-lg">All videos</h2>
        <CloseButton popoverTarget="playlist-list" popoverTargetAction="hide" className="size-11">
          Close list
        </CloseButton>
      </div>
      <div className="shrink-0 border-b border-line p-3">
        <button
          type="button"
          aria-haspopup="dialog"
          className="field flex items-center gap-2 px-3! text-left text-ink-soft lg:min-h-9 lg:text-sm"
          disabled={!isHydrated}
          onClick={() => openDialog({ name: 'search', query: '' })}
        >
          <Icon icon={icons.Search} className="size-4" />
          Search videos
        </button>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
        <VideoTree currentRow={currentRow} />
      </div>
    </aside>
  )
}
