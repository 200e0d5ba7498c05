import { createContext, useContext, useSyncExternalStore } from 'react'
import { finderShard, fragmentKey, readHash, writeHash } from '#src/shared/playlist/fragment.ts'
import { marked, played, resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import {
  type CohortView,
  type Found,
  type PlaylistView,
  type VideoView,
  type WeekView,
} from '#src/shared/playlist/view.ts'
import { isInFrame, type Moment } from '../player/playback.ts'
import { createPlayer, type Player } from '../player/player.ts'
import { readPreferences } from '../player/preferences.ts'
import { openProgress } from '../progress/open.ts'
import type { Progress } from '../progress/progress.ts'
import { fetchJson } from './fetch-json.ts'
import {
  reduceSelection,
  selectionOf,
  type Cause,
  type Selection,
  type SelectionAction,
} from './selection.ts'
import { createStore, type Store } from '../store.ts'
import {
  findVideo,
  firstOf,
  groupsOf,
  isElsewhere,
  neighbourOf,
  pathsTo,
  reduceTree,
  treeOf,
  wantedOf,
  type Tree,
  type TreeAction,
} from './tree.ts'

/** Everything the playlist's screen knows and does: its stores, and what leads from one to another. */
export class Screen {
  readonly tree: Store<Tree, TreeAction>
  readonly selection: Store<Selection, SelectionAction>
  readonly player: Player
  readonly #shards: number
  readonly #coming = new Map<string, Promise<boolean>>()
  #progress: Progress | null = null

  constructor({ cohorts, week, shards }: PlaylistView) {
    const first = firstOf(cohorts, week)
    this.tree = createStore(reduceTree, treeOf(cohorts, week))
    this.selection = createStore(reduceSelection, selectionOf(first))
    this.player = createPlayer((moment) => this.#keep(moment))
    this.#shards = shards
    this.tree.subscribe(() => {
      for (const path of wantedOf(this.tree.get())) void this.#load(path)
    })
  }

  /** Only a browser knows whose. */
  get progress(): Progress {
    this.#progress ??= openProgress()
    return this.#progress
  }

  /**
   * Follows the address, and the progress of the member.
   *
   * @returns what stops it.
   */
  start(): () => void {
    const { signal, stop } = stopper()
    const leave = () => {
      this.player.report()
      this.progress.flushWithBeacon()
    }
    addEventListener('hashchange', () => void this.follow(), { signal })
    addEventListener('pagehide', leave, { signal })
    addEventListener('online', () => void this.progress.flush(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden && leave(), { signal })
    this.player.preferences.dispatch(readPreferences())
    // An address that names nothing means what the page shows already: nothing is drawn again.
    if (location.hash) {
      this.selection.dispatch({ type: 'pressed', cause: 'load' })
      void this.follow()
    }
    // After the first picture: what other devices told the portal changes ticks, not what is read first.
    requestAnimationFrame(() => setTimeout(() => void this.progress.pull()))
    return stop
  }

  /** Goes to a video as if its row had been pressed. The address decides what is shown, so the browser keeps the way. */
  goTo(fragment: string, seconds: number | null, cause: Cause = 'press'): void {
    this.selection.dispatch({ type: 'pressed', cause })
    const hash = writeHash({ fragment, seconds })
    // A step to a fragment would take the focus away from what was pressed.
    if (hash !== location.hash) history.pushState(null, '', hash)
    void this.follow()
  }

  /** Shows what the address names. */
  async follow(): Promise<void> {
    const asked = location.hash
    const moment = readHash(asked)
    const here = moment && findVideo(this.tree.get(), moment.fragment)
    // The link that skips to the content has a fragment, too.
    if (moment && !here && document.getElementById(moment.fragment)) return
    const found = here ?? (moment && (await this.find(moment.fragment)))
    // Somebody went on while it was being looked for.
    if (location.hash !== asked) return
    const seconds = found && moment ? moment.seconds : null
    if (found) keepAddress(found.fragment, seconds)
    const missing = moment && !found ? moment.fragment.replaceAll('-', ' ') : null
    this.#show(found ?? this.selection.initial.video, seconds, missing)
  }

  /** To the video before or after the one that is shown; its week is brought here when it is not yet. */
  async step(by: -1 | 1, cause: Cause = 'press'): Promise<void> {
    const { video } = this.selection.get()
    const beside = neighbourOf(this.tree.get(), video, by)
    if (beside && 'videos' in beside) await this.#load(beside.path)
    const found = beside && neighbourOf(this.tree.get(), video, by)
    if (found && 'fragment' in found) this.goTo(found.fragment, null, cause)
  }

  /** The video a fragment means, wherever it is. null when there is none, or it cannot be had. */
  async find(fragment: string): Promise<VideoView | null> {
    const here = findVideo(this.tree.get(), fragment)
    if (here) return here
    const found = await fetchJson<Found>(`find-${finderShard(fragment, this.#shards)}`)
    const [week, name] = found?.[fragmentKey(fragment)] ?? []
    if (!week || !name) return null
    await this.bring(week)
    return findVideo(this.tree.get(), name)
  }

  /** Brings a week, and its cohort before it. */
  async bring(week: string): Promise<void> {
    for (const path of pathsTo(week)) {
      const group = groupsOf(this.tree.get()).find((one) => one.path === path)
      if (group && isElsewhere(group)) await this.#load(path)
    }
  }

  /** Where the video that is shown begins: at the moment that was named, else where the member left it. */
  startOf(): number {
    const { video, seconds } = this.selection.get()
    return seconds ?? this.#resumeAt(video) ?? 0
  }

  mark(isWatched: boolean): void {
    const { video } = this.selection.get()
    this.progress.record(videoKey(video.path), (known, now) => marked(known, isWatched, now), 'now')
  }

  #show(video: VideoView, seconds: number | null, missing: string | null): void {
    const before = this.selection.get().video
    if (video.path !== before.path) this.player.leave()
    // A hit or a link to another moment of what plays.
    else if (seconds !== null && isInFrame(this.player.playback.get())) this.player.jump(video, seconds)
    this.selection.dispatch({ type: 'shown', video, seconds, missing })
    this.tree.dispatch({ type: 'revealed', video: video.path })
    const { cause } = this.selection.get()
    if (cause === 'next' || (cause === 'continue' && this.startOf() > 0))
      this.player.play(video, this.startOf())
  }

  #resumeAt({ path }: VideoView): number | null {
    const known: Known | undefined = this.progress.of(videoKey(path))
    return known ? resumeAt(known) : null
  }

  #keep({ video, positionSeconds, durationSeconds, how }: Moment): void {
    this.progress.record(
      video,
      (known, now) => played(known, { positionSeconds, durationSeconds }, now),
      how === 'going' ? 'soon' : 'now',
    )
  }

  /** @returns false when it could not be had; it may be asked for again. */
  #load(path: string): Promise<boolean> {
    const known = this.#coming.get(path)
    if (known) return known
    this.tree.dispatch({ type: 'requested', path })
    const coming = fetchJson<CohortView | WeekView>(path).then((group) => {
      this.#coming.delete(path)
      this.tree.dispatch(group ? { type: 'arrived', group } : { type: 'failed', path })
      return group !== null
    })
    this.#coming.set(path, coming)
    return coming
  }
}

function stopper() {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}

/** A former name gives way to the present one, without a step in the history. */
function keepAddress(fragment: string, seconds: number | null): void {
  const hash = writeHash({ fragment, seconds })
  if (hash !== location.hash) history.replaceState(history.state, '', hash)
}

export const ScreenContext = createContext<Screen | null>(null)

export function useScreen(): Screen {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('This stands in no playlist.')
  return screen
}

/** What is known about every video, by its key; nothing before the browser is asked. */
export function useEntries(): ReadonlyMap<string, Known> {
  const screen = useScreen()
  return useSyncExternalStore(
    (listener) => screen.progress.subscribe(listener),
    () => {
      const entries = screen.progress.entries()
      // The same nothing: the list is not drawn again for it.
      return entries.size > 0 ? entries : NOTHING
    },
    () => NOTHING,
  )
}

const NOTHING: ReadonlyMap<string, Known> = new Map()

export function useKnown({ path }: VideoView): Known | undefined {
  return useEntries().get(videoKey(path))
}
