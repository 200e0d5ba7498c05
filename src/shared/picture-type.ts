/**
 * The type of a picture by its first bytes; null for anything but JPEG, PNG and WebP. Checked before decoding, because decoders
 * accept more formats.
 */
export function pictureType(file: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const start = String.fromCharCode(...file.subarray(0, 12))
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return /^RIFF[^]{4}WEBP/.test(start) ? 'webp' : null
}
