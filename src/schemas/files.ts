import type { AstroIntegration } from 'astro'
import type { z } from 'zod'
import type { Embed } from '../embeds/embed.ts'
import { eventSchema } from './event.ts'
import { homeSchema } from './home.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page.ts'
import { siteSchema } from './site.ts'

/** The YAML files of the content, and what each kind may hold. */
export function contentKinds(packs: readonly Pack[]) {
  return [
    { name: 'site', file: 'src/content/site.yaml', schema: siteSchema },
    { name: 'navigation', file: 'src/content/navigation.yaml', schema: navigationSchema },
    { name: 'home', file: 'src/content/home.yaml', schema: homeSchema },
    { name: 'page', folder: 'src/content/pages', schema: pageSchema(documentsOf(packs)) },
    { name: 'event', folder: 'src/content/events', schema: eventSchema },
  ] as const satisfies readonly ContentKind[]
}

/** The documents of this site that pages may show in a frame. */
export function documentsOf(packs: readonly Pack[]): readonly Embed[] {
  return packs.flatMap(({ documents }) => documents)
}

/** One file by its name, or every file of a folder. */
export type ContentKind = { name: string; schema: z.ZodType } & ({ file: string } | { folder: string })

/**
 * A folder of `src` that adds documents to the portal, and that nothing else in the portal knows; see `src/packs.ts`. They
 * stand in for a programme's own.
 */
export interface Pack {
  /** Begins the address of each of its documents, and of nothing else; pages of this site may frame what is there. */
  path: `/${string}/`
  documents: readonly Embed[]
  /** Makes its pages. */
  integration: AstroIntegration
}
