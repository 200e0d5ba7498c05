import netlify from '@astrojs/netlify'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { vault } from './integrations/vault.ts'

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file' },
  session: false,
  adapter: netlify({ middlewareMode: 'edge', imageCDN: false, devFeatures: false }),
  integrations: [react(), vault()],
  security: { csp: true },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
})
