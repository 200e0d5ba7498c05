import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** A path of this site, such as `/weekly-updates`. */
const path = z.string().regex(/^\/[a-z0-9-]*$/, 'Write a path of this site, such as /weekly-updates.')

/** An address elsewhere. It opens in a new tab. */
const address = z.url({ protocol: /^https$/, error: 'Write a whole address that begins with https://.' })

/** The pictures a navigation group or a card may carry; see components/Icon.astro. */
const icon = z.enum([
  'book',
  'calendar',
  'compass',
  'library',
  'message',
  'network',
  'pen',
  'trophy',
  'users',
])

const externalLink = z.strictObject({ label: z.string(), href: address })

const site = defineCollection({
  loader: glob({ base: 'src/content', pattern: 'site.yaml' }),
  schema: z.strictObject({
    /** The product's name as people say it: in the sidebar, in page titles, in 'Join …'. */
    brand: z.string(),
    /** The cohort this portal is for. */
    program: z.string(),
    /** When that cohort meets. */
    season: z.string(),
    /** The footer's line, to the letter. */
    copyright: z.string(),
    /** One sentence under the drawing of the sign-in screen. */
    tagline: z.string(),
  }),
})

const navigation = defineCollection({
  loader: glob({ base: 'src/content', pattern: 'navigation.yaml' }),
  schema: z.strictObject({
    /** The sidebar's groups in their order. */
    groups: z.array(
      z.strictObject({
        label: z.string(),
        /** The group's own page. */
        href: path,
        icon,
        /** Pages that unfold below it. */
        children: z.array(z.strictObject({ label: z.string(), href: path })),
      }),
    ),
    /** Rooms of the chat workspace. */
    channels: z.array(externalLink),
    /** Links in the footer. */
    social: z.array(externalLink),
  }),
})

const home = defineCollection({
  loader: glob({ base: 'src/content', pattern: 'home.yaml' }),
  schema: z.strictObject({
    /** The member's full name is added to it when it is known. */
    heading: z.string(),
    description: z.string(),
    cards: z.array(z.strictObject({ title: z.string(), text: z.string(), href: path, icon })),
    banner: z.strictObject({
      title: z.string(),
      text: z.string(),
      /** What the banner's button says. */
      action: z.string(),
      href: path,
    }),
  }),
})

const pages = defineCollection({
  loader: glob({ base: 'src/content/pages', pattern: '*.yaml' }),
  schema: z.strictObject({
    /** The page's heading and the browser tab's title. */
    title: z.string(),
    /** One or two sentences under the heading. */
    description: z.string(),
    /** Ends the sentence 'The programme team adds …' while the page has nothing to show. */
    adds: z.string(),
  }),
})

export const collections = { site, navigation, home, pages }
