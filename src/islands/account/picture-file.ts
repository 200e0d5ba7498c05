import type { ErrorCode } from '#src/shared/errors.ts'
import { AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { pictureType, type PictureType } from '#src/shared/picture-type.ts'

/** More than an avatar needs at three times its size, and little enough for any phone to move about. */
const LONGEST_SIDE_PIXELS = 2048

/** As the server stores it. */
const AVATAR_SIDE_PIXELS = 512

const JPEG_QUALITY = 0.92

/** Looks at a file as the server would, and decodes it: upright, whatever way its camera was held. */
export async function openPicture(file: File): Promise<OpenedPicture | ErrorCode> {
  // By its first bytes: what a file is called or claims to be counts for nothing.
  const type = pictureType(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (!type) return 'avatar_wrong_type'
  if (file.size > AVATAR_MAX_BYTES) return 'avatar_too_large'
  const canvas = await decode(file)
  const shown = canvas && (await encode(canvas, type))
  return shown ? { canvas, type, url: URL.createObjectURL(shown) } : 'avatar_unreadable'
}

/** The chosen square, small enough to be sent anywhere. null when the browser cannot write pictures. */
export async function cutSquare({ canvas, type }: OpenedPicture, area: Square): Promise<Blob | null> {
  const side = Math.min(AVATAR_SIDE_PIXELS, Math.max(1, Math.round(area.width)))
  const square = canvasOf(side, side)
  draw(square, canvas, [area.x, area.y, area.width, area.height, 0, 0, side, side])
  return encode(square, type)
}

async function decode(file: File): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(width, height))
  const canvas = canvasOf(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  draw(canvas, bitmap, [0, 0, width, height, 0, 0, canvas.width, canvas.height])
  bitmap.close()
  return canvas
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function draw(canvas: HTMLCanvasElement, source: CanvasImageSource, where: Where): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, ...where)
}

/** What may be transparent stays so: as WebP, or as PNG where a browser writes no WebP. */
function encode(canvas: HTMLCanvasElement, type: PictureType): Promise<Blob | null> {
  const wanted = type === 'jpeg' ? 'image/jpeg' : 'image/webp'
  return new Promise((resolve) => canvas.toBlob(resolve, wanted, JPEG_QUALITY))
}

export interface OpenedPicture {
  canvas: HTMLCanvasElement
  type: PictureType
  /** To be shown by; whoever is done with the picture revokes it. */
  url: string
}

/** In pixels of the opened picture. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}

type Where = [number, number, number, number, number, number, number, number]
