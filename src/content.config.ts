import { defineCollection } from 'astro:content'
import { contentLoader, playlistLoader } from './content-check/loader.ts'
import { announcementSchema } from './schemas/announcement.ts'
import { eventSchema } from './schemas/event.ts'
import { groupsSchema } from './schemas/groups.ts'
import { homeSchema } from './schemas/home.ts'
import { navigationSchema } from './schemas/navigation.ts'
import { pageSchema } from './schemas/page.ts'
import { siteSchema } from './schemas/site.ts'

/** The loaders have already validated the data; the schemas give it types. */
export const collections = {
  site: defineCollection({ loader: contentLoader('site'), schema: siteSchema }),
  navigation: defineCollection({ loader: contentLoader('navigation'), schema: navigationSchema }),
  groups: defineCollection({ loader: contentLoader('groups'), schema: groupsSchema }),
  home: defineCollection({ loader: contentLoader('home'), schema: homeSchema }),
  pages: defineCollection({ loader: contentLoader('page'), schema: pageSchema }),
  events: defineCollection({ loader: contentLoader('event'), schema: eventSchema }),
  announcements: defineCollection({
    loader: contentLoader('announcement'),
    schema: announcementSchema,
  }),
  playlist: defineCollection({ loader: playlistLoader() }),
}
