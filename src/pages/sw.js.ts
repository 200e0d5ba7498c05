import type { APIRoute } from 'astro'
import { offlinePage } from '#src/layouts/offline-page.ts'
import { readSite } from '#src/data/site-content.ts'
import worker from '#src/lib/offline-worker.js?raw'

/** The service worker. It is public, because signed-out browsers run it, too; its page holds nothing but the brand. */
export const GET: APIRoute = async () => {
  const { brand } = await readSite()
  const page = JSON.stringify(offlinePage(brand)).replaceAll('<', '\\u003c')
  return new Response(`const OFFLINE_PAGE = ${page}\n${worker}`, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
  })
}
