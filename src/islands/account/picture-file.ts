import type { ErrorCode } from '#src/shared/errors.ts'
import { AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { pictureType, type PictureType } from '#src/shared/picture-type.ts'

/** As the server stores it. */
const AVATAR_SIDE_PIXELS = 512

const JPEG_QUALITY = 0.92

/** Checks a file as the server does, and decodes it. `image.src` is an object URL for the caller to revoke. */
export async function openPicture(file: File): Promise<OpenedPicture | ErrorCode> {
  // By its first bytes: its name and declared type prove nothing.
  const type = pictureType(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (!type) return 'avatar_wrong_type'
  if (file.size > AVATAR_MAX_BYTES) return 'avatar_too_large'
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return { image, type }
  } catch {
    URL.revokeObjectURL(image.src)
    return 'avatar_unreadable'
  }
}

/** The chosen square at the size of an avatar. null when the browser cannot write pictures. */
export function cutSquare({ image, type }: OpenedPicture, area: Square): Promise<Blob | null> {
  const side = Math.min(AVATAR_SIDE_PIXELS, Math.max(1, Math.round(area.width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  // WebP keeps transparency; a browser that cannot write it writes PNG.
  const format = type === 'jpeg' ? 'image/jpeg' : 'image/webp'
  return new Promise((resolve) => canvas.toBlob(resolve, format, JPEG_QUALITY))
}

export interface OpenedPicture {
  image: HTMLImageElement
  type: PictureType
}

/** In pixels of the picture. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}
