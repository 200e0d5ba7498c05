import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createSharpPictures } from '#src/server/vendors/sharp.ts'
import { uploadAvatar } from '#src/server/avatars/avatar.ts'
import { pictureType } from '#src/shared/picture-type.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import type { Sql } from '#src/server/vendors/ports.ts'
import { AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { memoryAvatarStore } from '../fakes/avatar-store.ts'
import { plainMember } from '../fakes/member.ts'
import * as corpus from '../support/pictures.ts'

const LIMIT_BYTES = 60_000
const pictures = createSharpPictures()

describe('hostile-picture: what becomes a picture', () => {
  test.each([
    ['a JPEG', corpus.jpeg],
    ['a PNG', corpus.png],
    ['a WebP', corpus.webp],
    ['a PNG followed by a page', corpus.pngThenHtml],
    ['a JPEG followed by an archive', corpus.jpegThenArchive],
    ['a JPEG around a PDF', corpus.jpegAroundPdf],
    ['an animated WebP, its first frame', corpus.animatedWebp],
    ['an animated PNG, its first frame', corpus.apng],
    ['a photograph of a phone', () => corpus.phonePhoto(1200, 900)],
  ])('%s', async (_, make) => {
    const file = await make()
    const { accepted, written } = await upload(file)
    expect(accepted).toEqual({ ok: true })
    const { format, width, height, pages, exif, icc, xmp, orientation } = await sharp(written).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
    expect([pages, exif, icc, xmp, orientation]).toEqual(Array(5).fill(undefined))
    expect(written.length).toBeLessThanOrEqual(LIMIT_BYTES)
    expect(Buffer.from(written).toString('latin1')).not.toMatch(/<script|%PDF|evil\.class|GPS|Phone/)
  })

  test('a picture held upright is shown upright', async () => {
    const half = { width: 40, height: 20, channels: 3 } as const
    const lying = await sharp({ create: { ...half, background: '#000' } })
      .composite([{ input: { create: { ...half, width: 20, background: '#fff' } }, left: 20, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const upright = sharp((await upload(lying)).written)
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
    expect(data[info.channels * 256]).toBeLessThan(40)
    expect(data[info.channels * (512 * 511 + 256)]).toBeGreaterThan(215)
  })

  test.each([3, 4] as const)('noise of %i channels, which nothing makes small', async (channels) => {
    const raw = { width: 700, height: 600, channels }
    const noise = Buffer.from(
      Array.from({ length: 700 * 600 * channels }, (_, n) => (n * 2_654_435_761) >>> 24),
    )
    const { written } = await upload(await sharp(noise, { raw }).png().toBuffer())
    expect(written.length).toBeLessThanOrEqual(LIMIT_BYTES)
  })

  test.each(['b-w', 'cmyk', 'rgb16'] as const)('colours of the kind %s', async (space) => {
    const file =
      space === 'cmyk'
        ? await corpus.photo(64, 48).toColourspace('cmyk').jpeg().toBuffer()
        : await corpus.photo(64, 48).toColourspace(space).png().toBuffer()
    expect((await upload(file)).accepted).toEqual({ ok: true })
  })
})

describe('what is refused by its first bytes, before any decoder sees it', () => {
  test.each([
    ['SVG', corpus.svg],
    ['a page', corpus.html],
    ['PDF', corpus.pdf],
    ['GIF', corpus.gif],
    ['a GIF that is an archive too', corpus.gifar],
    ['AVIF', corpus.avif],
    ['HEIC', corpus.heic],
    ['TIFF', corpus.tiff],
    ['BMP', corpus.bmp],
    ['nothing', () => Buffer.alloc(0)],
    ['RIFF that is no WebP', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['two bytes of a JPEG', () => Buffer.from([0xff, 0xd8])],
  ])('%s', async (_, make) => {
    const file = await make()
    expect(pictureType(file)).toBeNull()
    expect(await upload(file)).toEqual({
      accepted: { ok: false, code: 'avatar_wrong_type' },
      decoded: 0,
      written: empty,
    })
  })
})

describe('what begins like a picture and is none', () => {
  test.each([
    ['a JPEG cut in half', () => corpus.truncated(corpus.jpeg())],
    ['a PNG cut in half', () => corpus.truncated(corpus.png())],
    ['a WebP cut in half', () => corpus.truncated(corpus.webp())],
    ['the signature of a PNG before a page', () => Buffer.concat([signature(), corpus.html()])],
    [
      'the signature of a JPEG before an SVG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), corpus.svg()]),
    ],
  ])('%s', async (_, make) => {
    expect((await upload(await make())).accepted).toEqual({ ok: false, code: 'avatar_unreadable' })
  })

  test('a bomb of 14000 × 14000 pixels is refused', async () => {
    const file = corpus.bomb()
    expect(file.length).toBeLessThan(AVATAR_MAX_BYTES)
    expect((await upload(file)).accepted).toEqual({ ok: false, code: 'avatar_unreadable' })
  })
})

test('5 MB are taken and a byte more is told so, before anything looks at it', async () => {
  const file = Buffer.alloc(AVATAR_MAX_BYTES + 1)
  expect(await upload(file)).toEqual({
    accepted: { ok: false, code: 'avatar_too_large' },
    decoded: 0,
    written: empty,
  })
  expect((await upload(file.subarray(1))).accepted).toEqual({ ok: false, code: 'avatar_wrong_type' })
})

test('pictures are decoded one after the other, and when too many wait, the next is refused', async () => {
  const file = await corpus.png()
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => pictures.toAvatar(file)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
})

const empty = new Uint8Array()

/** What a member is told about this file, how often a decoder saw it, and what is stored. */
async function upload(file: Uint8Array) {
  let decoded = 0
  let written: Uint8Array = empty
  const result = await uploadAvatar(
    {
      pictures: {
        toAvatar(bytes) {
          decoded += 1
          return pictures.toAvatar(bytes)
        },
      },
      avatars: {
        ...memoryAvatarStore(),
        put(_, picture) {
          written = picture
          return Promise.resolve()
        },
      },
      sql: granting,
      clock: () => 1_795_000_000_000,
      decoding: new Set(),
    },
    member,
    new Uint8Array(file),
  )
  return { accepted: result.ok ? { ok: true } : { ok: false, code: result.code }, decoded, written }
}

/** A database in which every attempt is granted and no profile had a picture. */
const granting = (() => Promise.resolve([{ secondsToWait: null, url: null }])) as unknown as Sql

const member: SignedIn = {
  token: 'token',
  member: { ...plainMember, id: '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab' },
}

function signature(): Buffer {
  return Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
}
