import { updateProgress } from '#src/lib/progress-store.ts'
import { withWatched } from '#src/shared/playlist/watch-state.ts'

export function DoneCheckbox({ progressKey, isDone, label }: DoneCheckboxProps) {
  return (
    <input
      type="checkbox"
      name="tick"
      value={progressKey}
      aria-label={label}
      className="checkbox size-4.5"
      checked={isDone}
      onChange={({ target: { checked } }) =>
        updateProgress(progressKey, (before, now) => withWatched(before, checked, now), 'now')
      }
    />
  )
}

interface DoneCheckboxProps {
  progressKey: string
  isDone: boolean
  label?: string
}
