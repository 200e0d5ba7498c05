import { defineCollection } from 'astro:content'
import { contentLoader, playlistLoader } from './content-check/loader.ts'

export const collections = {
  site: defineCollection({ loader: contentLoader('site') }),
  navigation: defineCollection({ loader: contentLoader('navigation') }),
  groups: defineCollection({ loader: contentLoader('groups') }),
  home: defineCollection({ loader: contentLoader('home') }),
  pages: defineCollection({ loader: contentLoader('page') }),
  events: defineCollection({ loader: contentLoader('event') }),
  announcements: defineCollection({ loader: contentLoader('announcement') }),
  playlist: defineCollection({ loader: playlistLoader() }),
}
