import type { z } from 'zod'
import { announcementSchema } from './announcement.ts'
import { eventSchema } from './event.ts'
import { groupsSchema } from './groups.ts'
import { homeSchema } from './home.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page.ts'
import { folderSchema, videoSchema } from './playlist.ts'
import { siteSchema } from './site.ts'

export const contentKinds = [
  { name: 'site', file: 'src/content/site.yaml', schema: siteSchema },
  { name: 'navigation', file: 'src/content/navigation.yaml', schema: navigationSchema },
  { name: 'groups', file: 'src/content/groups.yaml', schema: groupsSchema, optional: true },
  { name: 'home', file: 'src/content/home.yaml', schema: homeSchema },
  { name: 'page', files: named('pages/<name>.yaml'), schema: pageSchema },
  { name: 'event', files: named('events/<name>.yaml'), schema: eventSchema },
  { name: 'announcement', files: named('announcements/<name>.md'), schema: announcementSchema },
  { name: 'cohort', files: named('playlist/<name>/index.md'), schema: folderSchema },
  { name: 'week', files: named('playlist/<name>/<name>/index.md'), schema: folderSchema },
  { name: 'video', files: named('playlist/<name>/<name>/<name>.md'), schema: videoSchema },
] as const satisfies readonly ContentKind[]

/** One file, or many with names that can be addresses. */
export type ContentKind = { name: string; schema: z.ZodType } & (
  { file: string; optional?: true } | { files: RegExp }
)

/** The first that fits; undefined for a file that the portal doesn't read. */
export function kindOf(file: string): ContentKind | undefined {
  const kinds: readonly ContentKind[] = contentKinds
  return kinds.find((kind) => ('file' in kind ? kind.file === file : kind.files.test(file)))
}

export const transcriptFiles = named('playlist/<name>/<name>/<name>.(?:vtt|srt)')

function named(path: string): RegExp {
  return new RegExp(
    `^src/content/${path.replaceAll('.', '\\.').replaceAll('<name>', '[a-z0-9]+(?:-[a-z0-9]+)*')}$`,
  )
}
