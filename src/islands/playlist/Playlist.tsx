import {
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
import type { VideoView } from '#src/shared/playlist/view.ts'
import { PALETTE_ID } from '../palette/open-palette.ts'
import { commandFor, type Command } from '../player/keyboard.ts'
import type { NotesHandle } from '../notes/NotesCard.tsx'
import { isInFrame } from '../player/playback.ts'
import { useStore } from '../store.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { beforeThis, type Before } from './before-script.ts'
import { ContinueLink } from './ContinueLink.tsx'
import { ListColumn } from './ListColumn.tsx'
import { opensElsewhere } from '../presses.ts'
import { Player } from './Player.tsx'
import { Screen, ScreenContext, useScreen } from './screen.ts'
import { Tools } from './Tools.tsx'
import { Transcript } from './Transcript.tsx'
import { whereOf } from './tree.ts'
import { useKeysDialog } from './useKeysDialog.tsx'
import { VideoArticle } from './VideoArticle.tsx'
import { VideoNotes } from './VideoNotes.tsx'

/**
 * The whole screen, readable and usable before its script: the list is links to fragments of this page, and the style
 * sheet shows the video that is the target.
 */
export default function Playlist({ view, children }: PlaylistProps) {
  const [screen] = useState(() => new Screen(unpackView(view)))
  const first = screen.selection.initial.video
  const [before, setBefore] = useState<Before | 'asleep'>('asleep')
  const others = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => screen.start(), [screen])
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
            <TopLine first={first} />
            <ShownVideo before={before === 'asleep' ? null : before} />
            {before === 'asleep' && (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links
              <div ref={others} onClick={playEarly}>
                {children}
              </div>
            )}
          </div>
          <ListColumn />
        </div>
      </ScreenContext>
    </ErrorBoundary>
  )
}

interface PlaylistProps {
  /** Its first video is shown until the address names another. */
  view: PackedView
  /** The page's other videos, for as long as there is no script. */
  children?: ReactNode
}

/** What to go on with, or that there is no such video. */
function TopLine({ first }: { first: VideoView }) {
  const { selection } = useScreen()
  const missing = useStore(selection, (now) => now.missing)
  if (missing === null) return <ContinueLink first={first} />
  return (
    <div role="alert" className="video-line">
      <p className="flex min-w-0 flex-1 gap-1">
        <strong className="truncate">{`“${missing}”`}</strong> <span className="shrink-0">is not here</span>
      </p>
      <button
        type="button"
        className="-my-px -mr-3 min-h-11 shrink-0 rounded-control px-3 text-link -outline-offset-3"
        commandfor={PALETTE_ID}
        command="show-modal"
        value="videos"
        data-query={missing}
      >
        Search for it
      </button>
    </div>
  )
}

/** One article, whichever video it shows: what has the focus in it keeps it when the video changes. */
function ShownVideo({ before }: { before: Before | null }) {
  const screen = useScreen()
  const selection = useStore(screen.selection, (now) => now)
  const { video } = selection
  const where = useStore(screen.tree, (tree) => whereOf(tree, video))
  // The script brings none of what the page says already.
  const description = video.description ?? before?.descriptions.get(video.fragment) ?? null
  const player = useRef<HTMLDivElement>(null)
  const keys = useKeysDialog()

  const early = selection.cause === 'load' ? before : null
  const needsFocus = selection.cause === 'continue' || selection.cause === 'next' || early?.hadFocus
  useEffect(() => {
    if (needsFocus) player.current?.focus({ preventScroll: true })
  }, [selection, needsFocus])
  // On a tablet its row stands below it.
  useEffect(() => {
    if (selection.cause !== 'load') player.current?.scrollIntoView({ block: 'nearest' })
  }, [selection])

  const notes = useRef<NotesHandle>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const isPlaying = isInFrame(screen.player.playback.get())
    const command = commandFor({ ...keyOf(event), target: event.target as Element }, isPlaying)
    if (!command) return
    event.preventDefault()
    if (command.name === 'note') {
      // Nothing is written over a full screen.
      if (document.fullscreenElement) void document.exitFullscreen()
      notes.current?.write()
    } else if (command.name === 'keys') keys.show()
    else obey(screen, command, player.current)
  }
  return (
    <>
      <VideoArticle
        video={{ ...video, description }}
        where={where}
        className="not-target:group-has-[[data-other]:is(:target,[data-chosen])]/stage:hidden"
        onKeyDown={onKeyDown}
        player={<Player video={video} ref={player} />}
        tools={<Tools video={video} showKeys={keys.show} />}
        notes={
          <VideoNotes
            video={video}
            ref={notes}
            leave={() => player.current?.focus({ preventScroll: true })}
          />
        }
        transcript={
          video.hasTranscript && (
            <Transcript key={video.path} video={video} isRead={early?.isReading ?? false} />
          )
        }
      />
      {keys.dialog}
    </>
  )
}

function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, ctrlKey, metaKey, altKey, shiftKey }
}

function obey(
  screen: Screen,
  command: Exclude<Command, { name: 'keys' | 'note' }>,
  place: HTMLElement | null,
): void {
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
