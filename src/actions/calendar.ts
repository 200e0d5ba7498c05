import { addFeed, endFeeds, readFeeds } from '#src/server/calendar/feeds.ts'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { memberAction } from './define.ts'

export const calendar = {
  /** How many there are, and when the last was created. */
  readFeeds: memberAction('calendar.readFeeds', { handler: readFeeds }),

  /** Creates a link. Returns its path, which is shown only once. */
  addFeed: memberAction('calendar.addFeed', {
    handler: async (deps, signedIn) => ({ path: `${FEEDS_PREFIX}${await addFeed(deps, signedIn)}.ics` }),
  }),

  endFeeds: memberAction('calendar.endFeeds', { handler: endFeeds }),
}
