import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'

/** `12:34`, which screen readers read as '12 minutes 34 seconds'. */
export function ClockTime({ seconds }: { seconds: number }) {
  return (
    <>
      <span aria-hidden="true">{clockTime(seconds)}</span>
      <span className="sr-only">{spokenTime(seconds)}</span>
    </>
  )
}
