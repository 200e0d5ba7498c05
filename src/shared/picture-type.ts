/**
 * Why a file isn't accepted as a picture, by its first bytes; null for JPEG, PNG and WebP. Checked before decoding, because
 * decoders accept more formats.
 */
export function pictureRefusal(file: Uint8Array): 'avatar_heic' | 'avatar_wrong_type' | null {
  const start = String.fromCharCode(...file.subarray(0, 12))
  if (/^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/.test(start)) return null
  return /^[^]{4}ftyphe[iv]/.test(start) ? 'avatar_heic' : 'avatar_wrong_type'
}
