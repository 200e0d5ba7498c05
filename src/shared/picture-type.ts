/**
 * What kind of picture a file begins like, independent of its name and of what its sender says: null for anything but JPEG, PNG and
 * WebP. Looked at before any decoder sees a byte, because decoders go by the content as well.
 */
export function pictureType(file: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const start = String.fromCharCode(...file.subarray(0, 12))
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return /^RIFF[^]{4}WEBP/.test(start) ? 'webp' : null
}
