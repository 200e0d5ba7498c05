import { withWatched } from '#src/shared/playlist/watch-state.ts'
import { record } from '#src/lib/progress-store.ts'

/** Marks a deadline or a video as done on every device. */
export function TickBox({ tick, isDone, label }: { tick: string; isDone: boolean; label?: string }) {
  return (
    <input
      type="checkbox"
      name="tick"
      value={tick}
      aria-label={label}
      className="checkbox size-4.5"
      checked={isDone}
      onChange={({ target: { checked } }) =>
        record(tick, (before, now) => withWatched(before, checked, now), 'now')
      }
    />
  )
}
