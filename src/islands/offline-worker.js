// The service worker (pages/sw.js.ts writes OFFLINE_PAGE before it). It keeps nothing: whoever opens a page gets the network's
// answer, asked for before this has begun, and where none comes the one page that is written in here.
addEventListener('install', (event) => {
  skipWaiting()
  try {
    // Files and actions never wait for this to begin. Browsers that do not know it ask below, and are let through.
    event.addRoutes({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => {})
  } catch {
    // The same.
  }
})

addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    if (request.destination !== 'document') return Response.error()
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    return new Response(OFFLINE_PAGE, { status: 503, headers })
  }
}
