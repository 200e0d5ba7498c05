import { type CollectionEntry, getEntry } from 'astro:content'
import dates from '../../.astro/content-dates.json' with { type: 'json' }
import type { Video } from '#src/shared/playlist/cohort.ts'
import { NEW_FOR_MS, newSince } from '#src/shared/zoned-instant.ts'

const addedAt: Partial<Record<string, number>> = dates

const site = await getEntry('site', 'site')
export const programmeZone = site?.data.timezone ?? 'UTC'

/** null when unknown or old. */
export function pageDate({ id, data }: CollectionEntry<'pages'>): number | null {
  return dateOf(`pages/${id}.yaml`, data.published)
}

/** null when unknown or old. */
export function videoDate({ path, published }: Pick<Video, 'path' | 'published'>): number | null {
  return dateOf(`playlist/${path}.md`, published)
}

/** Milliseconds since 1970. @param file below `src/content`. */
function dateOf(file: string, published: string | null | undefined): number | null {
  const addedTime = newSince(published, addedAt[`src/content/${file}`], programmeZone)
  return addedTime !== null && addedTime > buildTime() - NEW_FOR_MS ? addedTime : null
}

/**
 * The moment a page is made, in milliseconds since 1970. `SOURCE_DATE_EPOCH` (seconds) sets it, so that one commit built
 * twice gives the same pages: https://reproducible-builds.org/specs/source-date-epoch/
 */
export function buildTime(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  return SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1000 : Date.now()
}
