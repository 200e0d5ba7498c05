/** 5 MB in one chunk per network packet. Every chunk costs CPU time. */
const MAX_CHUNKS = 4096

/** A request's body; null when it is too large, and then the rest isn't read. @throws when the client disconnects. */
export async function readBytes(
  { body }: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes || chunks.length >= MAX_CHUNKS) return null
    chunks.push(chunk)
  }
  return new Blob(chunks).bytes()
}
