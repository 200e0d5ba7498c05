/**
 * What kind of picture a file begins like, whatever its name or its sender says: null for anything but JPEG, PNG and
 * WebP. Looked at before any decoder sees a byte, because decoders go by the content as well.
 */
export function pictureType(file: Uint8Array): PictureType | null {
  if (beginsWith(file, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (beginsWith(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (beginsWith(file, RIFF) && beginsWith(file.subarray(8), WEBP)) return 'webp'
  return null
}

export type PictureType = 'jpeg' | 'png' | 'webp'

const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

function beginsWith(file: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => file[at] === byte)
}
