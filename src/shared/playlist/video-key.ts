/** A video's key: cohort, week and video. Keys of deadlines begin with `due/`. */
export const VIDEO_KEY = /^(?!due\/)[a-z0-9-]+\/[a-z0-9-]+\/[a-z0-9-]+$/
export const VIDEO_KEY_MAX_CHARACTERS = 200

/**
 * The key of a video's progress: the path of its file, or of a folder for a group, without the numbers that order
 * them. `cohort-17/01-week-1/02-who-to-ask` is `cohort-17/week-1/who-to-ask`, so that reordering keeps members' progress.
 */
export function videoKey(path: string): string {
  // A name that is only a number keeps it.
  return path.replace(/(^|\/)\d+-(?=[^/])/g, '$1')
}
