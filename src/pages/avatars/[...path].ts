import type { APIContext, APIRoute } from 'astro'
import { readAvatar } from '#src/server/avatars/avatar.ts'
import { deps } from '#src/server/deps.ts'
import { log } from '#src/server/log.ts'
import { readCookie } from '#src/server/cookies.ts'

export const prerender = false

/** Members' pictures, for members. The gate has asked who it is; this asks again. HEAD is answered by it as well. */
export const GET: APIRoute = async (context) => {
  const result = await read(context)
  if (!result) return refusal(503)
  if (!result.ok) return refusal(statusOf[result.code])

  return new Response(new Uint8Array(result.picture), { headers: headersOfPictures })
}

async function read({ request, url }: APIContext) {
  try {
    const token = readCookie(request.headers, 'session', deps().siteUrl)
    return await readAvatar(deps(), token, url.pathname)
  } catch (error) {
    log('error', { code: 'avatar_unavailable', error, request })
    return null
  }
}

const statusOf = {
  not_signed_in: 401,
  account_pending: 403,
  account_denied: 403,
  no_such_picture: 404,
} as const

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

const headersOfPictures = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Disposition': 'inline; filename="avatar.webp"',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Content-Type': 'image/webp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const
