import { fromProgress, together, toProgress, type Known } from '#src/shared/playlist/known.ts'
import { CHANGES_AT_ONCE } from '#src/shared/playlist/limits.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { LocalEntry, LocalProgress } from './local.ts'

/**
 * Progress of the member: kept in this browser at once, and by the portal soon after. What could not be told is told
 * again, now and at the next visit; telling it twice changes nothing.
 */
export function createKeeper({ local, portal, clock, isOver, changed }: Deps): Keeper {
  const entries = local.readAll()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null

  return {
    entries,

    update(video, change, when) {
      // Another tab may know more by now.
      const known = together(local.read(video), entries.get(video) ?? local.read(video))
      const next = change(known, clock())
      put(video, { ...next, unsent: true })
      // Every second of playing is no news to the screen.
      const isNews = when === 'now' || next.watched !== known.watched
      if (isNews) changed()
      tellIn(isNews ? 0 : TELL_EVERY_MS)
    },

    async meet() {
      const before = new Map(entries)
      const told = await portal.ask()
      if (told === null) {
        tellIn(RETRY_AFTER_MS)
        return
      }
      leaveOut(before, new Set(told.map(({ video }) => video)))
      const now = clock()
      for (const progress of told) {
        const theirs = fromProgress(progress, now)
        const ours = entries.get(progress.video)
        put(
          progress.video,
          ours ? { ...together(ours, theirs), unsent: ours.unsent } : { ...theirs, unsent: false },
        )
      }
      changed()
      await tell()
    },

    tell,

    tellInPassing() {
      const unsent = unsentVideos().slice(0, CHANGES_AT_ONCE)
      if (unsent.length > 0 && !isOver()) portal.tellInPassing(changesOf(unsent))
    },
  }

  function put(video: string, entry: LocalEntry): void {
    entries.set(video, entry)
    // Whoever signed out in another tab left nothing behind, and this tab brings nothing back.
    if (!isOver()) local.write(video, entry)
  }

  /** What the portal had and does not know any more is of a video that was taken out. It stays in this browser. */
  function leaveOut(before: ReadonlyMap<string, LocalEntry>, known: ReadonlySet<string>): void {
    for (const [video, entry] of before) {
      if (!entry.unsent && !known.has(video) && entries.get(video) === entry) entries.delete(video)
    }
  }

  function unsentVideos(): string[] {
    return [...entries].filter(([, { unsent }]) => unsent).map(([video]) => video)
  }

  function changesOf(videos: readonly string[]): VideoProgress[] {
    const now = clock()
    return videos.flatMap((video) => {
      const entry = entries.get(video)
      return entry ? [toProgress(video, entry, now)] : []
    })
  }

  /** The earliest wish counts. */
  function tellIn(ms: number): void {
    if (ms === 0) clearTimeout(timer)
    else if (timer !== undefined) return
    timer = setTimeout(() => void tell(), ms)
  }

  function tell(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= tellAll().finally(() => {
      sending = null
    })
    return sending
  }

  async function tellAll(): Promise<void> {
    const waiting = unsentVideos()
    for (let first = 0; first < waiting.length; first += CHANGES_AT_ONCE) {
      const outcome = await tellSome(waiting.slice(first, first + CHANGES_AT_ONCE))
      if (outcome === 'later') {
        tellIn(RETRY_AFTER_MS)
        return
      }
    }
  }

  /** What the portal will not take, it is not told again; one bad entry must not hold up the others. */
  async function tellSome(videos: string[]): Promise<'done' | 'later'> {
    if (isOver()) return 'later'
    const sent = new Map(videos.map((video) => [video, entries.get(video)]))
    const outcome = await portal.tell(changesOf(videos))
    if (outcome === 'later') return 'later'
    if (outcome === 'refused' && videos.length > 1) {
      for (const video of videos) if ((await tellSome([video])) === 'later') return 'later'
      return 'done'
    }
    for (const [video, entry] of sent) {
      // It may have gone on meanwhile.
      if (entry && entries.get(video) === entry) put(video, { ...entry, unsent: false })
    }
    return 'done'
  }
}

/** A few dozen bytes every quarter of a minute. */
const TELL_EVERY_MS = 15_000
const RETRY_AFTER_MS = 30_000

export interface Keeper {
  /** What is known, by the videos' keys. */
  entries: ReadonlyMap<string, Known>
  /** Changes what is known about a video; the portal hears of it now or in a while. */
  update(video: string, change: (known: Known, now: number) => Known, when: 'now' | 'soon'): void
  /** Asks the portal what other devices told it, and tells it what it does not know. */
  meet(): Promise<void>
  tell(): Promise<void>
  /** Tells while the page goes away. */
  tellInPassing(): void
}

interface Deps {
  local: LocalProgress
  portal: {
    ask(): Promise<VideoProgress[] | null>
    tell(changes: VideoProgress[]): Promise<'kept' | 'later' | 'refused'>
    tellInPassing(changes: VideoProgress[]): void
  }
  clock: () => number
  /** Whether the member signed out since, or somebody else in. */
  isOver: () => boolean
  /** Called after anything changed. */
  changed: () => void
}
