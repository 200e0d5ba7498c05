/** What a key of a video looks like: cohort, week and video. */
export const VIDEO_KEY = /^[a-z0-9-]+\/[a-z0-9-]+\/[a-z0-9-]+$/
export const VIDEO_KEY_MAX_CHARACTERS = 200

/**
 * What progress is kept under: the path of a video's file, or of the folder around it, without the numbers that order
 * them. `cohort-17/01-week-1/02-who-to-ask` is `cohort-17/week-1/who-to-ask`, so that what is put before it moves no member's mark.
 */
export function videoKey(path: string): string {
  // A name that is a number alone keeps it.
  return path.replace(/(^|\/)\d+-(?=[^/])/g, '$1')
}

export function cohortOf(key: string): string {
  return key.replace(/\/.*/, '')
}
