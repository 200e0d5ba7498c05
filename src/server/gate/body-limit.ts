import { ACTION_BODY_MAX_BYTES, AVATAR_BODY_MAX_BYTES } from '#src/shared/limits.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'

/**
 * Whether a request brings more than what it calls can take. What it claims decides first; whatever claims nothing, or
 * too little, is counted as it arrives, and no further than up to the limit.
 */
export async function isBodyTooLarge(request: Request, path: string): Promise<boolean> {
  const limit = bodyLimit(path)
  const claimed = Number(request.headers.get('content-length') ?? Number.NaN)
  if (claimed > limit) return true
  // A picture's length is counted where it is read: counting it here would hold it twice.
  if (limit !== ACTION_BODY_MAX_BYTES || !request.body) return false
  return isLongerThan(request.clone().body, limit)
}

export function bodyLimit(path: string): number {
  return path === UPLOAD_ACTION ? AVATAR_BODY_MAX_BYTES : ACTION_BODY_MAX_BYTES
}

async function isLongerThan(body: ReadableStream<Uint8Array> | null, limit: number): Promise<boolean> {
  let length = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return false
    length += value.byteLength
    if (length <= limit) continue
    // Not waited for: the other branch of the stream is never read.
    void reader.cancel()
    return true
  }
  return false
}
