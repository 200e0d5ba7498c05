import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { packs } from './packs.ts'
import { playlistLoader } from './playlist/loader.ts'
import { announcementSchema } from './schemas/announcement.ts'
import { homeSchema } from './schemas/home.ts'
import { navigationSchema } from './schemas/navigation.ts'
import { documentsOf } from './schemas/files.ts'
import { pageSchema } from './schemas/page.ts'
import { siteSchema } from './schemas/site.ts'

const site = defineCollection({
  loader: glob({ base: 'src/content', pattern: 'site.yaml' }),
  schema: siteSchema,
})

const navigation = defineCollection({
  loader: glob({ base: 'src/content', pattern: 'navigation.yaml' }),
  schema: navigationSchema,
})

const home = defineCollection({
  loader: glob({ base: 'src/content', pattern: 'home.yaml' }),
  schema: homeSchema,
})

const pages = defineCollection({
  loader: glob({ base: 'src/content/pages', pattern: '*.yaml' }),
  schema: pageSchema(documentsOf(packs)),
})

/** One Markdown file an announcement. */
const announcements = defineCollection({
  loader: glob({ base: 'src/content/announcements', pattern: '*.md' }),
  schema: announcementSchema,
})

/** One Markdown file a video; the fields are described in src/schemas/playlist.ts. */
const playlist = defineCollection({ loader: playlistLoader() })

export const collections = { site, navigation, home, pages, announcements, playlist }
