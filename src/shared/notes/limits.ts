/** Several lines. */
export const NOTE_MAX_CODE_POINTS = 2000

/** Of the longest, a megabyte: few enough to be brought at once. */
export const NOTES_MAX = 500

/** Of titles and addresses of videos, in UTF-16 units. */
export const NOTE_LABEL_MAX_CHARACTERS = 300

/** Notes in one request: four of the longest are within an action's body, with any characters. */
export const NOTES_AT_ONCE = 4
export const REMOVALS_AT_ONCE = 50
