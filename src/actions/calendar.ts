import { endFeed, readFeed, renewFeed } from '#src/server/calendar/feeds.ts'
import { deps } from '#src/server/deps.ts'
import { FEED_RENEWALS_PER_MEMBER } from '#src/server/limits/limits.ts'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { nothing } from './body.ts'
import { memberAction } from './define.ts'

/** The member's own address of the programme's calendar. */
export const calendar = {
  /** When it was made; null when there is none. */
  readFeed: memberAction('calendar.readFeed', {
    body: nothing,
    handler: async (_nothing, signedIn) => ({ createdAt: await readFeed(deps(), signedIn) }),
  }),

  /** The path of a new address. It is shown this once; the one before ends. */
  renewFeed: memberAction('calendar.renewFeed', {
    body: nothing,
    limit: FEED_RENEWALS_PER_MEMBER,
    handler: async (_nothing, signedIn) => ({
      path: `${FEEDS_PREFIX}${await renewFeed(deps(), signedIn)}.ics`,
    }),
  }),

  endFeed: memberAction('calendar.endFeed', {
    body: nothing,
    async handler(_nothing, signedIn) {
      await endFeed(deps(), signedIn)
      return {}
    },
  }),
}
