// 5 MB in one chunk per network packet. Every chunk costs CPU time.
const MAX_CHUNKS = 4096

/** `disconnected`: the client is gone, so nobody reads the answer. */
export async function readBytes(
  { headers, body }: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | Unread> {
  if (Number(headers.get('content-length')) > maxBytes) return 'too_large'
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    // A canceled stream of Node throws, outside any promise, for what it still receives, which ends the process.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      length += chunk.byteLength
      if (length > maxBytes || chunks.length >= MAX_CHUNKS) return 'too_large'
      chunks.push(chunk)
    }
  } catch {
    return 'disconnected'
  }
  return new Blob(chunks).bytes()
}

export type Unread = 'too_large' | 'disconnected'
