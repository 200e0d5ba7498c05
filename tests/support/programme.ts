import type { Programme } from '#src/server/programme.ts'

export const EMPTY_PROGRAMME: Programme = {
  timezone: 'UTC',
  weekly: 'never',
  groups: [],
  pages: {},
  events: [],
  videos: [],
  announcements: [],
  directory: true,
  progressKeys: {},
}
