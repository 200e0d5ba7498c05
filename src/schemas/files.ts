import type { z } from 'zod'
import { announcementSchema } from './announcement.ts'
import { eventSchema } from './event.ts'
import { homeSchema } from './home.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page.ts'
import { siteSchema } from './site.ts'

/** The kinds of files in the content apart from the playlist, with their schemas: Markdown for announcements, YAML for the rest. */
export const contentKinds = [
  { name: 'site', file: 'src/content/site.yaml', schema: siteSchema },
  { name: 'navigation', file: 'src/content/navigation.yaml', schema: navigationSchema },
  { name: 'home', file: 'src/content/home.yaml', schema: homeSchema },
  { name: 'page', folder: 'src/content/pages', schema: pageSchema },
  { name: 'event', folder: 'src/content/events', schema: eventSchema },
  { name: 'announcement', folder: 'src/content/announcements', schema: announcementSchema },
] as const satisfies readonly ContentKind[]

/** One file, or every file of a folder. */
export type ContentKind = { name: string; schema: z.ZodType } & ({ file: string } | { folder: string })
