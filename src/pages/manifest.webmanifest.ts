import type { APIRoute } from 'astro'
import { PAPER } from '#src/layouts/offline-page.ts'
import { readSite } from '#src/data/site-content.ts'

/** Makes the portal installable. It is public, so it names no members' page but home. */
export const GET: APIRoute = async () => {
  const { brand } = await readSite()
  const manifest = {
    name: brand,
    lang: 'en',
    start_url: '/',
    display: 'standalone',
    background_color: PAPER.light,
    theme_color: PAPER.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}
