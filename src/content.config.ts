import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { playlistLoader } from './playlist/loader.ts'
import { homeSchema } from './schemas/home.ts'
import { navigationSchema } from './schemas/navigation.ts'
import { pageSchema } from './schemas/page.ts'
import { eventsSchema, sampleSchema } from './schemas/sample.ts'
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
  schema: pageSchema,
})

/** One Markdown file a video; the fields are described in src/schemas/playlist.ts. */
const playlist = defineCollection({ loader: playlistLoader() })

const samples = defineCollection({
  loader: glob({ base: 'src/content/samples', pattern: '*.yaml' }),
  schema: sampleSchema,
})

const sampleEvents = defineCollection({
  loader: glob({ base: 'src/content/samples/calendar', pattern: 'events.yaml' }),
  schema: eventsSchema,
})

export const collections = { site, navigation, home, pages, playlist, samples, sampleEvents }
