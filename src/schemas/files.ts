import type { z } from 'zod'
import { homeSchema } from './home.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page.ts'
import { eventsSchema, sampleSchema } from './sample.ts'
import { siteSchema } from './site.ts'

/** The YAML files below `src/content`, and what each kind may hold. */
export const contentKinds: readonly ContentKind[] = [
  { name: 'site', file: 'site.yaml', schema: siteSchema },
  { name: 'navigation', file: 'navigation.yaml', schema: navigationSchema },
  { name: 'home', file: 'home.yaml', schema: homeSchema },
  { name: 'page', folder: 'pages', schema: pageSchema },
  { name: 'sample', folder: 'samples', schema: sampleSchema },
  { name: 'events', file: 'samples/calendar/events.yaml', schema: eventsSchema },
]

/** One file by its name, or every file of a folder. */
export type ContentKind = { name: string; schema: z.ZodType } & ({ file: string } | { folder: string })
