import { persistentJSON } from '@nanostores/persistent'

/** Whether calendars show the member's own time zone, in every tab of this browser. */
export const $usesOwnTimeZone = persistentJSON('lanai:calendar-time', false)
