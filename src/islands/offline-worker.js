// The service worker (pages/sw.js.ts writes OFFLINE_PAGE before it). It caches nothing: a page comes from the network, and where it
// cannot be had this one page is shown.
addEventListener('install', (event) => {
  skipWaiting()
  // Files and actions never wait for the worker to start, where the browser has static routes.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' })
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
