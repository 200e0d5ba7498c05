import { getCollection, getEntry } from 'astro:content'
import { addedAt } from 'virtual:lanai/content-dates'
import type { Video } from '#src/shared/playlist/cohort.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'

/** When content came, in milliseconds since 1970: what it says itself, else what the history of its file says. */

/** What is older than this is new to no one, however long they were away. */
const STAYS_NEW_MS = 90 * DAY_MS

const site = await getEntry('site', 'site')
export const timezone = site?.data.timezone ?? 'UTC'

/** Pages by their path; those of which nothing is known, or that are old, are not there. */
export async function pageDates(): Promise<ReadonlyMap<string, number>> {
  const pages = await getCollection('pages')
  return new Map(
    pages.flatMap(({ id, data }) => {
      const at = dateOf(`pages/${id}.yaml`, data.published)
      return at === null ? [] : [[`/${id}`, at] as const]
    }),
  )
}

/** null when nothing is known, or it is old. */
export function videoDate({ path, published }: Pick<Video, 'path' | 'published'>): number | null {
  return dateOf(`playlist/${path}.md`, published)
}

/** @param file below `src/content`. */
function dateOf(file: string, published: string | null | undefined): number | null {
  const at = published ? instantOf(published, timezone) : (addedAt.get(`src/content/${file}`) ?? null)
  return at !== null && at > buildTime() - STAYS_NEW_MS ? at : null
}

/**
 * The moment a page is made, in milliseconds since 1970. `SOURCE_DATE_EPOCH` (seconds) sets it, so that one commit built
 * twice gives the same pages: https://reproducible-builds.org/specs/source-date-epoch/
 */
export function buildTime(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  return SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1000 : Date.now()
}
