import { addFeed, endFeeds, readFeeds } from '#src/server/calendar/feeds.ts'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { memberAction } from './define.ts'

export const calendar = {
  readFeeds: memberAction({ handler: readFeeds }),

  addFeed: memberAction({
    handler: async (deps, signedIn) => ({ path: `${FEEDS_PREFIX}${await addFeed(deps, signedIn)}.ics` }),
  }),

  endFeeds: memberAction({ handler: endFeeds }),
}
