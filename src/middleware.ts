import { defineMiddleware } from 'astro:middleware'
import { vaultPath } from 'virtual:lanai/vault'
export const onRequest = defineMiddleware((context, next) => {
  if (context.isPrerendered) return next()
  console.log(vaultPath, context.routePattern)
  return next()
})
