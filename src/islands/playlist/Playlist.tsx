import * as icons from '#src/shared/icons.ts'
import { Icon } from '../ui/Icon.tsx'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { unpackView, type PackedView } from '#src/shared/playlist/packed-view.ts'
import { commandFor, type Command } from '../player/keyboard.ts'
import { isInFrame } from '../player/playback.ts'
import { useStore } from '../store.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { beforeThis, descriptionsIn, type Before } from './before-script.ts'
import { ContinueLink } from './ContinueLink.tsx'
import type { ListDrawer } from './ListDrawer.tsx'
import { ListPanel } from './ListPanel.tsx'
import { opensElsewhere } from './parts.tsx'
import { Player } from './Player.tsx'
import { Screen, ScreenContext, useScreen } from './screen.ts'
import { Tools } from './Tools.tsx'
import { Transcript } from './Transcript.tsx'
import { whereOf } from './tree.ts'
import { VideoArticle } from './VideoArticle.tsx'

/**
 * The whole screen, readable and usable before its script: the list is links to fragments of this page, and the style
 * sheet shows the video that is the target.
 */
export default function Playlist({ view, drawing, children }: PlaylistProps) {
  const [screen] = useState(() => new Screen(unpackView(view)))
  const first = screen.selection.initial.video
  const [before, setBefore] = useState<Before | 'asleep'>('asleep')
  const others = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    screen.tree.dispatch({ type: 'described', words: descriptionsIn(others.current) })
    return screen.start()
  }, [screen])
  // A press that was held comes right after this is hydrated: what it was on stays until then.
  useEffect(() => {
    const take = () => {
      // A press ends where it began, and none comes between the look and what replaces it.
      if (others.current?.matches(':active')) timer = setTimeout(take, 50)
      else flushSync(() => setBefore(beforeThis(others.current)))
    }
    let timer = setTimeout(take)
    return () => clearTimeout(timer)
  }, [])

  const playEarly = (event: MouseEvent) => {
    if (opensElsewhere(event) || !(event.target as Element).closest('[data-hold]')) return
    event.preventDefault()
    screen.player.play(screen.selection.get().video, screen.startOf())
  }

  return (
    <ErrorBoundary>
      <ScreenContext value={screen}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:-mt-6 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:gap-8">
          <div className="group/stage min-w-0">
            <ContinueLink first={first} />
            <ShownVideo before={before === 'asleep' ? null : before} />
            {before === 'asleep' && (
              // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions -- links
              <div ref={others} onClick={playEarly}>
                {children}
              </div>
            )}
          </div>
          <ListColumn drawing={drawing} />
        </div>
      </ScreenContext>
    </ErrorBoundary>
  )
}

interface PlaylistProps {
  /** Its first video is shown until the address names another. */
  view: PackedView
  /** Over the words that a search found nothing. */
  drawing?: ReactNode
  /** The page's other videos, for as long as there is no script. */
  children?: ReactNode
}

/** One article, whichever video it shows: what has the focus in it keeps it when the video changes. */
function ShownVideo({ before }: { before: Before | null }) {
  const screen = useScreen()
  const selection = useStore(screen.selection, (now) => now)
  const { video } = selection
  const where = useStore(screen.tree, (tree) => whereOf(tree, video))
  const player = useRef<HTMLDivElement>(null)

  const early = selection.cause === 'load' ? before : null
  const needsFocus = selection.cause === 'continue' || early?.hadFocus
  useEffect(() => {
    if (needsFocus) player.current?.focus({ preventScroll: true })
  }, [selection, needsFocus])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const isPlaying = isInFrame(screen.player.playback.get())
    const command = commandFor({ ...keyOf(event), target: event.target as Element }, isPlaying)
    if (!command) return
    event.preventDefault()
    obey(screen, command, player.current)
  }
  return (
    <VideoArticle
      video={video}
      where={where}
      className="not-target:group-has-[[data-other]:is(:target,[data-chosen])]/stage:hidden"
      onKeyDown={onKeyDown}
      player={<Player video={video} ref={player} />}
      tools={<Tools video={video} />}
      transcript={
        video.hasTranscript && (
          <Transcript key={video.path} video={video} isRead={early?.isReading ?? false} />
        )
      }
    />
  )
}

function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, ctrlKey, metaKey, altKey, shiftKey }
}

function obey(screen: Screen, command: Command, place: HTMLElement | null): void {
  const { player } = screen
  switch (command.name) {
    case 'play':
      player.play(screen.selection.get().video, screen.startOf())
      return
    case 'toggle':
      player.toggle()
      return
    case 'captions':
      player.setCaptions(!player.preferences.get().captions)
      return
    case 'fullscreen':
      void (document.fullscreenElement ? document.exitFullscreen() : place?.requestFullscreen())
      return
    case 'seek':
      player.seekBy(command.by)
      return
    case 'step':
      void screen.step(command.by)
  }
}

/** Beside the video; on a small screen behind a button: a popover, and once it can be had a drawer. */
function ListColumn({ drawing }: { drawing: ReactNode }) {
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
  const panel = <ListPanel drawing={drawing} done={done} currentRow={currentRow} />

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget="playlist-list"
        aria-expanded={drawer === 'open'}
        className="sticky bottom-3 z-6 flex min-h-12 items-center gap-2.5 justify-self-end rounded-full border border-line bg-surface px-4 text-sm font-medium shadow-float lg:hidden"
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
        className="m-0 flex-col border border-line bg-surface text-ink max-lg:fixed max-lg:inset-x-0 max-lg:top-auto max-lg:bottom-0 max-lg:h-[min(85dvh,44rem)] max-lg:max-h-none max-lg:w-full max-lg:max-w-none max-lg:rounded-t-card max-lg:pt-2 max-lg:shadow-float max-lg:backdrop:bg-[oklch(0.2_0.02_240/0.45)] max-lg:sm:mx-auto max-lg:sm:max-w-xl lg:sticky lg:inset-auto lg:top-6 lg:flex lg:h-auto lg:max-h-[calc(100dvh-10.5rem)] lg:min-h-72 lg:w-auto lg:rounded-card lg:p-0 lg:backdrop:hidden [&:popover-open]:flex"
      >
        <div className="flex items-center gap-2 pr-1 pl-4 lg:hidden">
          <h2 className="flex-1 text-lg">All videos</h2>
          <button
            type="button"
            popoverTarget="playlist-list"
            popoverTargetAction="hide"
            className="icon-button"
          >
            <Icon drawing={icons.x} className="size-5" />
            <span className="sr-only">Close the list</span>
          </button>
        </div>
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

function load() {
  return import('./ListDrawer.tsx').catch(() => null)
}
