import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import { readPlaylist } from '../src/content-check/playlist/read-playlist.ts'
import { readFile } from '../src/content-check/read-file.ts'
import { dayOf, wallStarts } from '../src/events/recurrence.ts'
import { eventSchema } from '../src/schemas/event.ts'
import { announcementSchema } from '../src/schemas/announcement.ts'
import { WEEKLY_AT, type siteSchema } from '../src/schemas/site.ts'
import type { Cohort, Video } from '../src/shared/playlist/cohort.ts'
import { deadlineKey } from '../src/shared/events/deadline-key.ts'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { instantOf } from '../src/shared/zoned-instant.ts'
import { readContentDates } from './content-dates.ts'
import { walkFolder } from './walk-folder.ts'

/** For server code: the scheduled functions are bundled without Astro, so they can't read its collections. */
const FILE = '.astro/programme.json'

/** Of a deadline without an end: nine years of weeks. */
const MOST_STARTS = 500

/** Writes what server code needs of the content. */
export async function writeProgramme(root: string): Promise<void> {
  const file = join(root, FILE)
  const programme = `${JSON.stringify(await readProgramme(root), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === programme) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, programme)
}

/** The programme's names, zone and contact, what emails tell members of it, and the keys of progress. */
export async function readProgramme(root: string) {
  const site = readFileSync(join(root, 'src/content/site.yaml'), 'utf8')
  // Unvalidated: the content check reports mistakes.
  const given = parse(site) as Omit<z.output<typeof siteSchema>, 'weekly'> & { weekly?: string }
  const { brand, program, timezone, contact, weekly = WEEKLY_AT } = given
  const events = readEvents(join(root, 'src/content/events'))
  // The content check reports duplicate keys.
  const { cohorts } = await readPlaylist(join(root, 'src/content/playlist'), '')
  return {
    brand,
    program,
    timezone,
    contact,
    weekly,
    events,
    videos: await datedVideos(
      root,
      timezone,
      cohorts.map(videosOf).find((videos) => videos.length > 0) ?? [],
    ),
    announcements: readAnnouncements(join(root, 'src/content/announcements'), timezone),
    progressKeys: [
      ...new Set(cohorts.flatMap(videosOf).map(({ path }) => videoKey(path))),
      ...events
        .filter(({ kind }) => kind === 'due')
        .flatMap((deadline) =>
          [...wallStarts(deadline).take(MOST_STARTS)].map((time) => deadlineKey(deadline.name, dayOf(time))),
        ),
    ],
  }
}

function readEvents(folder: string) {
  return walkFolder(folder).flatMap((file) => {
    const { data } = readFile(join(folder, file), file, eventSchema)
    if (!data) return []
    const { text: _, ...event } = data
    return { name: file.replace(/\.yaml$/, ''), ...event }
  })
}

function videosOf({ weeks }: Cohort): Video[] {
  return weeks.flatMap(({ videos }) => videos)
}

/** With the moment since when each is new. */
async function datedVideos(root: string, timezone: string, videos: readonly Video[]) {
  const addedAt = await readContentDates(root)
  return videos.map(({ path, title, fragment, published }) => ({
    key: videoKey(path),
    title,
    fragment,
    publishedAt: published
      ? instantOf(published, timezone)
      : (addedAt.get(`src/content/playlist/${path}.md`) ?? null),
  }))
}

function readAnnouncements(folder: string, timezone: string) {
  return walkFolder(folder).flatMap((file) => {
    const { data, body = '' } = readFile(join(folder, file), file, announcementSchema)
    if (!data) return []
    const { title, from, until, email = false } = data
    const end = until.includes(' ') ? until : `${until} 24:00`
    const times = { from: instantOf(from, timezone), until: instantOf(end, timezone) }
    return { name: file.replace(/\.md$/, ''), title, ...times, email, text: body }
  })
}
