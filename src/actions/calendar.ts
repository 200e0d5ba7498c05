import { endFeed, readFeed, renewFeed } from '#src/server/calendar/feeds.ts'
import { deps } from '#src/server/deps.ts'
import { FEED_RENEWALS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { noBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's own address of the programme's calendar. */
export const calendar = {
  /** When it was made; null when there is none. */
  readFeed: memberAction('calendar.readFeed', {
    body: noBody,
    handler: async (_body, signedIn) => ({ createdAt: await readFeed(deps(), signedIn) }),
  }),

  /** The path of a new address. It is shown this once; the one before ends. */
  renewFeed: memberAction('calendar.renewFeed', {
    body: noBody,
    limit: FEED_RENEWALS_PER_MEMBER,
    handler: async (_body, signedIn) => ({
      path: `${FEEDS_PREFIX}${await renewFeed(deps(), signedIn)}.ics`,
    }),
  }),

  endFeed: memberAction('calendar.endFeed', {
    body: noBody,
    async handler(_body, signedIn) {
      await endFeed(deps(), signedIn)
      return {}
    },
  }),
}
