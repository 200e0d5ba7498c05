import { endFeed, readFeed, renewFeed } from '#src/server/calendar/feeds.ts'
import { deps } from '#src/server/deps.ts'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { emptyBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's private calendar link. */
export const calendar = {
  /** When it was created; null when there is none. */
  readFeed: memberAction('calendar.readFeed', {
    body: emptyBody,
    handler: async (_body, signedIn) => ({ createdAt: await readFeed(deps(), signedIn) }),
  }),

  /** Creates a link and revokes the previous one. Returns its path, which is shown only once. */
  renewFeed: memberAction('calendar.renewFeed', {
    body: emptyBody,
    handler: async (_body, signedIn) => ({
      path: `${FEEDS_PREFIX}${await renewFeed(deps(), signedIn)}.ics`,
    }),
  }),

  endFeed: memberAction('calendar.endFeed', {
    body: emptyBody,
    async handler(_body, signedIn) {
      await endFeed(deps(), signedIn)
      return {}
    },
  }),
}
