import type { AstroIntegration } from 'astro'
import type { z } from 'zod'
import type { Embed } from '../embeds/embed.ts'
import { announcementSchema } from './announcement.ts'
import { eventSchema } from './event.ts'
import { homeSchema } from './home.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page.ts'
import { siteSchema } from './site.ts'

/** The kinds of files in the content apart from the playlist, with their schemas: Markdown for announcements, YAML for the rest. */
export function contentKinds(packs: readonly Pack[]) {
  return [
    { name: 'site', file: 'src/content/site.yaml', schema: siteSchema },
    { name: 'navigation', file: 'src/content/navigation.yaml', schema: navigationSchema },
    { name: 'home', file: 'src/content/home.yaml', schema: homeSchema },
    { name: 'page', folder: 'src/content/pages', schema: pageSchema(documentsOf(packs)) },
    { name: 'event', folder: 'src/content/events', schema: eventSchema },
    { name: 'announcement', folder: 'src/content/announcements', schema: announcementSchema },
  ] as const satisfies readonly ContentKind[]
}

/** The packs’ documents, which pages can show in a frame. */
export function documentsOf(packs: readonly Pack[]): readonly Embed[] {
  return packs.flatMap(({ documents }) => documents)
}

/** One file, or every file of a folder. */
export type ContentKind = { name: string; schema: z.ZodType } & ({ file: string } | { folder: string })

/** A folder of `src` that adds documents for frames to the portal; `src/packs.ts` is the only place that knows it. */
export interface Pack {
  /** The prefix of its documents’ addresses, and of no other; pages of this site can frame these. */
  path: `/${string}/`
  documents: readonly Embed[]
  /** Adds its pages to the build. */
  integration: AstroIntegration
}
