import { useCallback, useRef, useState } from 'react'
import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import type { ListDrawer } from './ListDrawer.tsx'
import { ListPanel } from './ListPanel.tsx'

/** Beside the video, below it on a tablet; on a phone behind a button: a popover, and once it can be had a drawer. */
export function ListColumn() {
  const [Drawer, setDrawer] = useState<typeof ListDrawer | null>(null)
  const [drawer, setState] = useState<'away' | 'open' | 'closing'>('away')
  const opener = useRef<HTMLButtonElement>(null)
  const aside = useRef<HTMLElement>(null)
  const currentRow = useRef<HTMLAnchorElement>(null)

  const open = async () => {
    const part = await load()
    if (!part) {
      aside.current?.showPopover()
      return
    }
    setDrawer(() => part.ListDrawer)
    setState('open')
  }
  const close = () => setState((state) => (state === 'open' ? 'closing' : state))
  // The same for good, so that the list is not drawn again with what is around it.
  const done = useCallback(() => {
    close()
    if (aside.current?.matches(':popover-open')) aside.current.hidePopover()
  }, [])
  const panel = <ListPanel done={done} currentRow={currentRow} />

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget="playlist-list"
        aria-expanded={drawer === 'open'}
        className="sticky bottom-3 z-6 flex min-h-12 items-center gap-2.5 justify-self-end rounded-full border border-line bg-surface px-4 text-sm font-medium shadow-float md:hidden"
        onPointerDown={() => void load()}
        onClick={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <Icon drawing={icons.listVideo} />
        All videos
      </button>
      <aside
        ref={aside}
        id="playlist-list"
        popover="auto"
        aria-label="All videos"
        className="m-0 flex-col border border-line bg-surface text-ink max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:h-[min(85dvh,44rem)] max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-t-card max-md:pt-2 max-md:shadow-float max-md:backdrop:bg-[oklch(0.2_0.02_240/0.45)] max-md:sm:mx-auto max-md:sm:max-w-xl md:static md:flex md:h-auto md:w-auto md:rounded-card md:p-0 md:backdrop:hidden lg:sticky lg:inset-auto lg:top-6 lg:max-h-[calc(100dvh-10.5rem)] lg:min-h-72 [&:popover-open]:flex"
      >
        <PopoverHead />
        {drawer === 'away' && panel}
      </aside>
      {Drawer && (
        <Drawer
          isOpen={drawer === 'open'}
          close={close}
          closed={() => setState('away')}
          opener={opener}
          currentRow={currentRow}
        >
          {panel}
        </Drawer>
      )}
    </>
  )
}

function PopoverHead() {
  return (
    <div className="flex items-center gap-2 pr-1 pl-4 md:hidden">
      <h2 className="flex-1 text-lg">All videos</h2>
      <button
        type="button"
        popoverTarget="playlist-list"
        popoverTargetAction="hide"
        className="icon-button size-11"
      >
        <Icon drawing={icons.x} className="size-5" />
        <span className="sr-only">Close the list</span>
      </button>
    </div>
  )
}

function load() {
  return import('./ListDrawer.tsx').catch(() => null)
}
