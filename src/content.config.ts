import { defineCollection } from 'astro:content'
import { contentLoader, playlistLoader } from './content-check/loader.ts'
import { packs } from './packs.ts'
import { announcementSchema } from './schemas/announcement.ts'
import { eventSchema } from './schemas/event.ts'
import { documentsOf } from './schemas/files.ts'
import { homeSchema } from './schemas/home.ts'
import { navigationSchema } from './schemas/navigation.ts'
import { pageSchema } from './schemas/page.ts'
import { siteSchema } from './schemas/site.ts'

/** The loaders have already validated the data; the schemas give it types. */
export const collections = {
  site: defineCollection({ loader: contentLoader('site', packs), schema: siteSchema }),
  navigation: defineCollection({ loader: contentLoader('navigation', packs), schema: navigationSchema }),
  home: defineCollection({ loader: contentLoader('home', packs), schema: homeSchema }),
  pages: defineCollection({ loader: contentLoader('page', packs), schema: pageSchema(documentsOf(packs)) }),
  events: defineCollection({ loader: contentLoader('event', packs), schema: eventSchema }),
  announcements: defineCollection({
    loader: contentLoader('announcement', packs),
    schema: announcementSchema,
  }),
  playlist: defineCollection({ loader: playlistLoader() }),
}
