import netlify from '@astrojs/netlify'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, passthroughImageService } from 'astro/config'
import { buildStamp } from './integrations/build-stamp.ts'
import { contentCheck } from './integrations/content-check.ts'
import { contentDates } from './integrations/content-dates.ts'
import { devGate } from './integrations/dev-gate.ts'
import { edgeFunction } from './integrations/edge-function.ts'
import { edit } from './integrations/edit.ts'
import { functions } from './integrations/functions.ts'
import { inlineScripts } from './integrations/inline-scripts.ts'
import { pagePolicy } from './integrations/page-policy.ts'
import { pageStyles } from './integrations/page-styles.ts'
import { programmeWords } from './integrations/programme-words.ts'
import { unfinished } from './integrations/unfinished.ts'
import { vault } from './integrations/vault.ts'
import { videoList } from './integrations/video-list.ts'
import { wakeDirective } from './integrations/wake-directive.ts'
import { packs } from './src/packs.ts'

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file' },
  // Members' sessions are Lucia's; Astro's own session store stays off.
  session: false,
  // What runs at the edge is bundled by `edgeFunction`.
  adapter: netlify({ middlewareMode: 'classic', imageCDN: false, devFeatures: false }),
  integrations: [
    contentCheck(packs),
    // Netlify says which of its builds members will see.
    unfinished(packs, process.env.CONTEXT === 'production'),
    react(),
    wakeDirective(),
    inlineScripts(),
    pageStyles(),
    edgeFunction(packs),
    functions(),
    pagePolicy(packs),
    vault(),
    videoList(),
    contentDates(),
    programmeWords(),
    edit(),
    ...packs.map(({ integration }) => integration),
    devGate(),
    buildStamp(),
  ],
  security: {
    // The middleware compares with SITE_URL, for every type and method; Astro compares with the address it was asked by.
    checkOrigin: false,
    csp: {
      directives: [
        // Covers frames, too: a page that frames others names exactly its own (src/embeds/frame-sources.ts).
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
      ],
    },
  },
  // Pictures are shrunk before they are stored; nothing resizes on demand, so no image endpoint does either.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    plugins: [tailwindcss()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // What a page runs by itself is one file, which the next page has already; a framed page has a second.
              codeSplitting: {
                groups: [
                  {
                    name: 'page',
                    test: /islands[\\/]page\.ts|Document\.astro\?.*type=script|preload-helper|open-account/,
                  },
                  { name: 'frames', test: /complete-frames\.ts|_?page\]?\.astro\?.*type=script/ },
                  {
                    name: 'react',
                    test: /node_modules[\\/](react|react-dom|scheduler|@astrojs[\\/]react)[\\/]/,
                  },
                  // What islands share, by what it is for: many small files take a slow line longer. Earlier groups come
                  // first, with all they need: those that need React are last, so that no page's own script brings it.
                  { name: 'actions', test: /astro[:\\/]actions/ },
                  {
                    name: 'progress',
                    test: /islands[\\/](progress[\\/]|\w+[\\/]stored\.ts)|shared[\\/](notes[\\/])?limits\.ts/,
                    minShareCount: 2,
                  },
                  {
                    name: 'parts',
                    test: /islands[\\/](ui[\\/](Icon|ErrorBoundary|useFocus)|news[\\/]NewDot|presses)|shared[\\/](errors|notices|icons)\.ts/,
                    minShareCount: 2,
                  },
                  { name: 'forms', test: /islands[\\/](form|auth)[\\/]/, minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
  },
})
