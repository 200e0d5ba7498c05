import type { Sharp, SharpOptions } from 'sharp'
import { createQueue } from '../busy.ts'
import type { Pictures } from './ports.ts'

const SIDE_PIXELS = 512
const MAX_BYTES = 60_000

/** A phone's 24 megapixels fit. Larger pictures are rejected by their header. */
const MAX_PIXELS = 25_000_000

/** Decoding takes up to 100 MB, so one at a time. The queue empties within seconds. */
const BOUNDS = { concurrency: 1, maxPending: 8 }

const TIMEOUT_SECONDS = 8

const reading: SharpOptions = {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  // Of an animation, the first frame.
  pages: 1,
  sequentialRead: true,
}

/** Tried in order until the file is small enough. */
const qualities = [82, 70, 55, 40, 25, 10, 1]

/** Re-encodes pictures with sharp, which drops metadata. */
export function createSharpPictures(): Pictures {
  const enqueue = createQueue(BOUNDS)
  return { toAvatar: (file) => enqueue(() => toAvatar(file)) }
}

async function toAvatar(file: Uint8Array): Promise<Uint8Array | null> {
  // Imported lazily, because most requests have no picture.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)

  try {
    const square = await sharp(file, reading)
      .autoOrient()
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'cover' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = square.info
    return await encodeSmall(() => sharp(square.data, { raw: { width, height, channels } }))
  } catch (error) {
    if (isNoPicture(error)) return null
    throw error
  }
}

async function encodeSmall(picture: () => Sharp): Promise<Uint8Array> {
  for (const quality of qualities) {
    const encoded = await picture().webp({ quality, alphaQuality: quality, effort: 4 }).toBuffer()
    if (encoded.length <= MAX_BYTES) return encoded
  }
  return picture().flatten({ background: '#ffffff' }).webp({ quality: 1 }).toBuffer()
}

/** sharp's errors about a file have no code, unlike system errors. */
function isNoPicture(error: unknown): boolean {
  return error instanceof Error && !('code' in error)
}
