import { clockTime } from '#src/shared/playlist/times.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { weekOf } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

/** What comes after a video that has ended. It waits: nothing plays by itself, and nothing counts down. */
export function UpNext({ next, stay }: { next: VideoView; stay: () => void }) {
  const { playlist } = usePlaylistState()
  const length = next.durationSeconds === null ? null : clockTime(next.durationSeconds)
  const facts = [weekOf(playlist.cohorts, next)?.title, length].filter(Boolean)
  return (
    <div
      role="group"
      aria-label="Up next"
      className="absolute inset-x-4 top-1/2 mx-auto max-h-full max-w-md -translate-y-1/2 rounded-card bg-surface p-4 text-center text-ink shadow-float sm:p-6 forced-colors:border"
    >
      <p className="text-sm text-ink-soft">Up next</p>
      <p className="mt-0.5 line-clamp-2 font-display text-lg font-[560] text-balance sm:text-xl">
        {next.title}
      </p>
      <p className="mt-1 text-sm text-ink-soft tabular-nums max-[359px]:hidden">{facts.join(' · ')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2 sm:mt-4">
        <button type="button" className="button-primary" onClick={() => playlist.step(1, 'next')}>
          Play next
        </button>
        <button type="button" className="button-quiet" onClick={stay}>
          Stay here
        </button>
      </div>
    </div>
  )
}
