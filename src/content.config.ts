import { defineCollection } from 'astro:content'
import { filesLoader } from './loaders/files.ts'
import { playlistLoader } from './loaders/playlist.ts'
import { packs } from './packs.ts'
import { announcementSchema } from './schemas/announcement.ts'
import { eventSchema } from './schemas/event.ts'
import { homeSchema } from './schemas/home.ts'
import { navigationSchema } from './schemas/navigation.ts'
import { documentsOf } from './schemas/files.ts'
import { pageSchema } from './schemas/page.ts'
import { siteSchema } from './schemas/site.ts'

const site = defineCollection({
  loader: filesLoader('src/content/', /^site\.yaml$/, siteSchema),
  schema: siteSchema,
})

const navigation = defineCollection({
  loader: filesLoader('src/content/', /^navigation\.yaml$/, navigationSchema),
  schema: navigationSchema,
})

const home = defineCollection({
  loader: filesLoader('src/content/', /^home\.yaml$/, homeSchema),
  schema: homeSchema,
})

const ofPages = pageSchema(documentsOf(packs))
const pages = defineCollection({
  loader: filesLoader('src/content/pages/', /\.yaml$/, ofPages),
  schema: ofPages,
})

const events = defineCollection({
  loader: filesLoader('src/content/events/', /\.yaml$/, eventSchema),
  schema: eventSchema,
})

/** One Markdown file an announcement. */
const announcements = defineCollection({
  loader: filesLoader('src/content/announcements/', /\.md$/, announcementSchema),
  schema: announcementSchema,
})

/** One Markdown file a video; the fields are described in src/schemas/playlist.ts. */
const playlist = defineCollection({ loader: playlistLoader() })

export const collections = { site, navigation, home, pages, events, announcements, playlist }
