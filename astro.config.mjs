import netlify from '@astrojs/netlify'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, passthroughImageService } from 'astro/config'
import { contentCheck } from './integrations/content-check.ts'
import { contentDates } from './integrations/content-dates.ts'
import { devGate } from './integrations/dev-gate.ts'
import { edgeFunction } from './integrations/edge-function.ts'
import { edit } from './integrations/edit.ts'
import { fonts } from './integrations/fonts.ts'
import { functions } from './integrations/functions.ts'
import { inlineScripts } from './integrations/inline-scripts.ts'
import { pagePolicy } from './integrations/page-policy.ts'
import { vault } from './integrations/vault.ts'
import { videoList } from './integrations/video-list.ts'
import { packs } from './src/packs.ts'

const clientInteraction = {
  name: 'client-interaction',
  hooks: {
    /** @param {import('astro').HookParameters<'astro:config:setup'>} setup */
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'interaction', entrypoint: './src/islands/interaction.ts' }),
  },
}

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  // The styles of all pages are smaller than a second request: 15 kB compressed.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Members' sessions are Lucia's; Astro's own session store stays off.
  session: false,
  // What runs at the edge is bundled by `edgeFunction`.
  adapter: netlify({ middlewareMode: 'classic', imageCDN: false, devFeatures: false }),
  integrations: [
    // Netlify says which of its builds members will see.
    contentCheck(packs, process.env.CONTEXT === 'production'),
    react(),
    clientInteraction,
    inlineScripts(),
    edgeFunction(packs),
    functions(),
    pagePolicy(packs),
    vault(),
    videoList(),
    contentDates(),
    edit(),
    ...packs.map(({ integration }) => integration),
    devGate(),
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
  fonts,
  devToolbar: { enabled: false },
  vite: {
    plugins: [tailwindcss()],
  },
})
