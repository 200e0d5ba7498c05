import dates from '../../.astro/content-dates.json' with { type: 'json' }
import type { Page } from '#src/schemas/page.ts'
import type { Video } from '#src/shared/playlist/cohort.ts'
import { NEW_FOR_MS, newSince } from '#src/shared/zoned-instant.ts'
import { readSite } from './site-content.ts'

const addedAt: Partial<Record<string, number>> = dates

const { timezone } = await readSite()

/** null when unknown or old. */
export function pageDate(path: string, { published }: Page): number | null {
  return dateOf(`pages${path}.yaml`, published)
}

/** null when unknown or old. */
export function videoDate({ path, published }: Pick<Video, 'path' | 'published'>): number | null {
  return dateOf(`playlist/${path}.md`, published)
}

/** Milliseconds since 1970. @param file below `src/content`. */
function dateOf(file: string, published: string | null | undefined): number | null {
  const addedTime = newSince(published, addedAt[`src/content/${file}`], timezone)
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
