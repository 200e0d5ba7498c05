import type { ErrorCode } from '#src/shared/errors.ts'

/** Why a video is not played here, by the numbers of the IFrame API's `onError`. */
export function refusalOf(code: number): Refusal {
  return refusals[code] ?? 'video_broken'
}

export type Refusal = Extract<ErrorCode, `video_${string}`>

const refusals: Readonly<Record<number, Refusal>> = {
  2: 'video_broken',
  5: 'video_broken',
  100: 'video_gone',
  101: 'video_not_here',
  150: 'video_not_here',
  153: 'video_site_unknown',
}
