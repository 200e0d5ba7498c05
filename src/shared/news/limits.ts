/** Of so many announcements the portal remembers that a member dismissed them: the last ones. */
export const MOST_DISMISSED = 50

/** An announcement's file without its ending. */
export const ANNOUNCEMENT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const ANNOUNCEMENT_NAME_MAX_CHARACTERS = 100
