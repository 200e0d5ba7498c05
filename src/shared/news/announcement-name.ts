/** An announcement's file without its ending. */
export const ANNOUNCEMENT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const ANNOUNCEMENT_NAME_MAX_CHARACTERS = 100
