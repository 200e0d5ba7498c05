// The service worker. It caches no page: OFFLINE_PAGE, which pages/sw.js.ts prepends, shows when the network fails.
addEventListener('install', (event) => {
  skipWaiting()
  // Where the browser has static routes, files and actions don't wait for the worker to start.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' })
})

addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(respond(event))
})

async function respond({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    if (request.destination !== 'document') return Response.error()
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    return new Response(OFFLINE_PAGE, { status: 503, headers })
  }
}
