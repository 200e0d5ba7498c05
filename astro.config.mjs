import netlify from '@astrojs/netlify'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, passthroughImageService } from 'astro/config'
import { contentCheck } from './integrations/content-check.ts'
import { devGate } from './integrations/dev-gate.ts'
import { edgeFunction } from './integrations/edge-function.ts'
import { edit } from './integrations/edit.ts'
import { fonts } from './integrations/fonts.ts'
import { functions } from './integrations/functions.ts'
import { PAGE_DIRECTIVES } from './integrations/page-policy.ts'
import { vault } from './integrations/vault.ts'

/** What is always loaded together is one file: each request costs more than the bytes that it saves. */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// },
  {
    name: 'page',
    test: /preload-helper|src\/shared\/(units|paths|viewer|field-limits|playlist\/watch-state)|src\/(lib\/(clicks|follow-viewer|read-viewer|session|storage|progress|theme)|ui\/toasts)\.ts/,
  },
  // Before what imports it, so that home calls actions without React, and forms without the stores.
  { name: 'actions', test: /astro:actions|astro\/dist\/actions/ },
  { name: 'stores', test: /src\/lib\/progress-store\.ts/ },
  {
    name: 'ui',
    test: /src\/ui\/(?!Form|Section|FileButton|toast)\w+|src\/shared\/(errors|notices)|node_modules\/lucide/,
  },
  { name: 'form', test: /src\/ui\/Form|src\/shared\/forms/ },
]

export default defineConfig({
  output: 'static',
  // The gate redirects to a page's one address; form tools, which follow no redirect, may have a slash at the end.
  trailingSlash: 'ignore',
  // Signed-out screens have theirs in the page: 7 kB compressed cost less than a second request. Members' pages link to one.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Sessions are Lucia's, not Astro's.
  session: false,
  // `edgeFunction` bundles the middleware.
  adapter: netlify({ middlewareMode: 'classic', imageCDN: false, devFeatures: false }),
  integrations: [
    // Netlify sets CONTEXT.
    contentCheck(process.env.CONTEXT === 'production'),
    // Vite's fast refresh needs a preamble, which Astro puts only on pages with islands.
    react({ exclude: /\/src\/edit\// }),
    edgeFunction(),
    functions(),
    vault(),
    edit(),
  ],
  security: {
    // The middleware checks the origin against SITE_URL, for all methods and types.
    checkOrigin: false,
    csp: { directives: [...PAGE_DIRECTIVES] },
  },
  // No image endpoint, because uploads are resized before they are stored.
  image: { service: passthroughImageService() },
  fonts,
  devToolbar: { enabled: false },
  vite: {
    // Vite minifies the styles, for the oldest browsers of docs/product.md, Browsers: no fallbacks for older ones.
    plugins: [tailwindcss({ optimize: false }), devGate],
    build: { cssTarget: ['chrome120', 'edge120', 'firefox128', 'safari17.4'] },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    },
  },
})
