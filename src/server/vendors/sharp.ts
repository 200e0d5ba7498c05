import type { SharpOptions } from 'sharp'
import { createQueue } from '../overload.ts'
import type { Pictures } from './ports.ts'

const SIDE_PIXELS = 512

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
    return await sharp(file, reading)
      .autoOrient()
      // Around the face, as far as that can be told.
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'cover', position: 'attention' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toColourspace('srgb')
      .webp({ quality: 75 })
      .toBuffer()
  } catch (error) {
    // Its errors about a file have no code, unlike system errors.
    if (error instanceof Error && !('code' in error)) return null
    throw error
  }
}
