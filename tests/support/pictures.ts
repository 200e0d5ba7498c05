import sharp, { type Sharp } from 'sharp'

/**
 * The avatar corpus: files that people and attackers send as pictures.
 */

/** With the noise of a camera. */
export function photo(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: 'teal', noise } })
}

/** As a phone writes it: place, time, a colour profile, and held upright with the camera on its side. */
export function phonePhoto(width: number, height: number): Promise<Buffer> {
  return photo(width, height)
    .blur(1.2)
    .keepIccProfile()
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Phone', ImageDescription: '<script>alert(1)</script>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 18/1 25/1', GPSLongitudeRef: 'W' },
    })
    .jpeg({ quality: 92 })
    .toBuffer()
}

export const jpeg = () => photo(64, 48).jpeg().toBuffer()
export const png = () => photo(64, 48).png().toBuffer()
export const webp = () => photo(64, 48).webp().toBuffer()
const gif = () => photo(64, 48).gif().toBuffer()

export const svg = () =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
export const html = () => Buffer.from('<!DOCTYPE html><script>alert(document.domain)</script>')
export const heic = () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')

/** A ZIP archive that begins as a GIF. */
export const gifar = async () => Buffer.concat([await gif(), Buffer.from('PK\x03\x04\x14\0', 'latin1')])

export const pngThenHtml = async () => Buffer.concat([await png(), html()])

export async function truncated(file: Promise<Buffer>): Promise<Buffer> {
  const whole = await file
  return whole.subarray(0, Math.floor(whole.length / 2))
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.alloc(32 * 64 * 3, 90)
  frames.fill(200, frames.length / 2)
  return sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** Few bytes that decode to 100 million: just more pixels of one colour than are read. */
export function bomb(): Promise<Buffer> {
  const square = { width: 5001, height: 5001, channels: 4, background: 'black' } as const
  return sharp({ create: square }).png().toBuffer()
}
