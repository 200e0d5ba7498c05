import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ContentFile, listGroups, readContent } from '../src/content-check/content.ts'
import { PLAYLIST, readPlaylist } from '../src/content-check/playlist.ts'
import { ContentError } from '../src/content-check/problem.ts'
import { readFile } from '../src/content-check/read-file.ts'
import { dayOf, occurrences } from '../src/events/recurrence.ts'
import { markdownToEmailHtml } from '../src/emails/markdown.ts'
import { type Repository, siteSchema } from '../src/schemas/site.ts'
import { type Audience, audienceOf } from '../src/shared/audience.ts'
import { BANNER_DISMISSAL, dismissalKey } from '../src/shared/dismissal-key.ts'
import { deadlineKey } from '../src/shared/events/deadline-key.ts'
import { CALENDAR_PATH } from '../src/shared/paths.ts'
import { type Cohort, newestCohorts } from '../src/shared/playlist/cohort.ts'
import { videoKey } from '../src/shared/playlist/video-key.ts'
import { videosOf } from '../src/shared/playlist/view.ts'
import { instantOf, newSince } from '../src/shared/zoned-instant.ts'
import { readContentDates } from './content-dates.ts'

// For server code: the scheduled functions are bundled without Astro, so they can't read its collections.
const PROGRAMME = '.astro/programme.json'

// For pages: when each content file was added, in milliseconds since 1970, by path.
const DATES = '.astro/content-dates.json'

const SITE = 'src/content/site.yaml'

/** Writes what code needs that can't read the content or its history. Returns why there is no history; null when there is. */
export async function writeProgramme(root: string): Promise<string | null> {
  const { dates: addedAt, problem } = await readContentDates(root)
  const files = { [PROGRAMME]: readProgramme(root, addedAt), [DATES]: Object.fromEntries(addedAt) }
  for (const [name, data] of Object.entries(files)) {
    const file = join(root, name)
    const text = `${JSON.stringify(data, null, 2)}\n`
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return problem
}

export function readProgramme(root: string, addedAt: ReadonlyMap<string, number> = new Map()) {
  const { data: site, problems } = readFile(root, SITE, siteSchema)
  if (!site) throw new ContentError(problems)
  const { brand, accent, program, timezone, contact, weekly, directory, administrators, edit } = site
  // The content check reports mistakes and duplicate keys.
  const content = readContent(root)
  const { files } = content
  const events = files.flatMap((file) => {
    if (file.kind !== 'event' || !file.data) return []
    const { text: _, sample: __, ...event } = file.data
    return { name: file.id, ...event }
  })
  const { cohorts } = readPlaylist(content)
  const shown = cohorts.filter((cohort) => videosOf(cohort).length > 0)
  return {
    brand,
    accent,
    program,
    timezone,
    contact,
    weekly,
    administrators,
    directory: directory !== false,
    groups: listGroups(files),
    pages: Object.fromEntries(
      files.flatMap((file) =>
        file.kind === 'page' && file.data?.for ? [[`/${file.id}`, file.data.for] as const] : [],
      ),
    ),
    repository: repositoryOf(edit),
    calendar: files.some(({ kind, id }) => kind === 'page' && `/${id}` === CALENDAR_PATH)
      ? CALENDAR_PATH
      : undefined,
    events,
    videos: newestCohorts(shown)
      .flatMap(videosOf)
      .map(({ path, title, audience, fragment, published }) => ({
        key: videoKey(path),
        cohort: path.split('/')[0] ?? '',
        audience,
        title,
        fragment,
        publishedAt: newSince(published, addedAt.get(`${PLAYLIST}/${path}.md`), timezone),
      })),
    announcements: files.flatMap((file) => {
      if (file.kind !== 'announcement' || !file.data) return []
      const { title, from, until, email = false, for: names } = file.data
      const times = { from: instantOf(from, timezone), until: instantOf(until, timezone) }
      return { name: file.id, title, for: names, ...times, email, html: markdownToEmailHtml(file.body) }
    }),
    progressKeys: progressKeysOf(files, cohorts),
  }
}

/** What members' progress can be saved of, and whom each is for. */
function progressKeysOf(files: readonly ContentFile[], cohorts: readonly Cohort[]): Record<string, Audience> {
  // Pages know their dates for weeks after the build, and forms for a year.
  const lastDay = `${new Date().getUTCFullYear() + 2}-12-31`
  const videos = cohorts.flatMap(videosOf)
  const others = files.flatMap((file) => {
    if (file.kind === 'announcement') return [[dismissalKey(file.id), audienceOf(file.data ?? {})] as const]
    if (file.kind !== 'event' || file.data?.kind !== 'due') return []
    const { until = lastDay, ...deadline } = file.data
    const days = occurrences({ ...deadline, until: until < lastDay ? until : lastDay }).map(dayOf)
    return [...days].map((day) => [deadlineKey(file.id, day), audienceOf(deadline)] as const)
  })
  return Object.fromEntries([
    [BANNER_DISMISSAL, []],
    ...videos.map(({ path, audience }) => [videoKey(path), audience] as const),
    ...others,
  ])
}

function repositoryOf(edit: Repository | undefined) {
  return {
    name: edit?.repository ?? '',
    permissions: {
      contents: 'write',
      checks: 'read',
      ...(edit?.saves === 'pull requests' && { pull_requests: 'write' }),
    },
  }
}
