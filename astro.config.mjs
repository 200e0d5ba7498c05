import netlify from '@astrojs/netlify'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, passthroughImageService } from 'astro/config'
import { buildStamp } from './integrations/build-stamp.ts'
import { contentCheck } from './integrations/content-check.ts'
import { devGate } from './integrations/dev-gate.ts'
import { edgeFunction } from './integrations/edge-function.ts'
import { edit } from './integrations/edit.ts'
import { fonts } from './integrations/fonts.ts'
import { functions } from './integrations/functions.ts'
import { PAGE_DIRECTIVES } from './integrations/page-policy.ts'
import { vault } from './integrations/vault.ts'
import { ACTION_BODY_MAX_BYTES } from './src/shared/field-limits.ts'

/** React, and what most pages have, are a file each: with 26 files the first paint on a slow phone came 50 ms later than with 11. */
const chunks = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//,
  },
  {
    name: 'common',
    test: /preload-helper|astro:actions|astro\/dist\/actions|node_modules\/(lucide|@?nanostores)|src\/(shared\/(?!audience|device-name|dismissal-key|edit-distance|forms|home|broadcast-topics|picture-type|search-text)[\w-]+\.ts|lib\/(?!download|passkeys|progress|query-client|single-key|time-ago)|ui\/(?!CopyButton|CurrentPassword|ErrorAlert|Expandable|Field|FileButton|ForGroups|[Ff]orm|PageHeading|Section|StatusScreen|toast-result|toaster|useRestoreFocus))/,
  },
  // What checks forms, and zod: the sign-in screens have it from the start, members' pages when a dialog asks for it.
  {
    name: 'forms',
    test: /node_modules\/zod\/|src\/(shared\/(forms|broadcast-topics)|ui\/(Field|[Ff]orm|StatusScreen)|islands\/auth\/(FocusHeading|open-portal))/,
  },
]

export default defineConfig({
  output: 'static',
  // The gate redirects to a page's one address; form tools, which follow no redirect, may have a slash at the end.
  trailingSlash: 'ignore',
  // Each page has its styles in it: 7 to 11 kB compressed cost less than a second request.
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
    buildStamp(),
  ],
  security: {
    // The middleware checks the origin against SITE_URL, for all methods and types.
    checkOrigin: false,
    actionBodySizeLimit: ACTION_BODY_MAX_BYTES,
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
    // A bundler changes the order in which its parts are loaded, and they rely on it.
    ssr: { external: ['@simplewebauthn/server'] },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    },
  },
})
