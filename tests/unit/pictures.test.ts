import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withOwnNotes, withPictureSizes } from '#src/content-check/loader.ts'
import { GET, getStaticPaths } from '#src/pages/[icon].png.ts'
import { PAPER } from '#src/layouts/offline-page.ts'
import { createSharpPictures } from '#src/server/vendors/sharp.ts'
import { avatarKey, newAvatarKey, parseAvatarKey, uploadAvatar } from '#src/server/avatars/avatar.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import type { Sql } from '#src/server/vendors/ports.ts'
import { AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { memoryAvatarStore } from '../fakes/avatar-store.ts'
import { plainMember } from '../fakes/member.ts'
import { useFolder } from '../support/folder.ts'
import * as corpus from '../support/pictures.ts'

const LIMIT_BYTES = 150_000
const pictures = createSharpPictures()

describe('hostile-picture: an upload', () => {
  test.each([
    ['a JPEG', corpus.jpeg],
    ['a PNG', corpus.png],
    ['a WebP', corpus.webp],
    ['a PNG followed by a page', corpus.pngThenHtml],
    ['an animated WebP', corpus.animatedWebp],
    ['a photograph of a phone', () => corpus.phonePhoto(1200, 900)],
    [
      'a JPEG in the colours of a printer',
      () => corpus.photo(64, 48).toColourspace('cmyk').jpeg().toBuffer(),
    ],
    ['noise, which nothing makes small', noise],
  ])('of %s is stored as a small square without metadata', async (_, make) => {
    const { accepted, written } = await upload(await make())
    expect(accepted).toEqual({ ok: true })
    const { format, width, height, pages, exif, icc, xmp, orientation } = await sharp(written).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
    expect([pages, exif, icc, xmp, orientation]).toEqual(Array(5).fill(undefined))
    expect(written.length).toBeLessThanOrEqual(LIMIT_BYTES)
    expect(Buffer.from(written).toString('latin1')).not.toMatch(/<script|GPS|Phone/)
  })

  test('of a picture held upright is stored upright', async () => {
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

  test.each<[string, () => Buffer | Promise<Buffer>, string?]>([
    ['SVG', corpus.svg],
    ['a page', corpus.html],
    ['a GIF that is an archive too', corpus.gifar],
    ['HEIC', corpus.heic, 'avatar_heic'],
    ['nothing', () => Buffer.alloc(0)],
    ['RIFF that is no WebP', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['two bytes of a JPEG', () => Buffer.from([0xff, 0xd8])],
    ['5 MB of zeros', () => Buffer.alloc(AVATAR_MAX_BYTES)],
  ])('of %s is refused before a decoder sees it', async (_, make, code = 'avatar_wrong_type') => {
    const refused = { ok: false, code }
    expect(await upload(await make())).toEqual({ accepted: refused, decoded: 0, written: empty })
  })

  test.each([
    ['a JPEG cut in half', () => corpus.truncated(corpus.jpeg())],
    ['a PNG cut in half', () => corpus.truncated(corpus.png())],
    ['a WebP cut in half', () => corpus.truncated(corpus.webp())],
    ['a page behind the signature of a JPEG', () => Buffer.concat([JPEG, corpus.html()])],
    ['a bomb of 5001 × 5001 pixels', corpus.bomb],
  ])('of %s is refused as unreadable', async (_, make) => {
    expect((await upload(await make())).accepted).toEqual({ ok: false, code: 'avatar_unreadable' })
  })
})

test('the tenth concurrent picture is refused', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => pictures.toAvatar(JPEG)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
})

const ID = '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'
const KEY = newAvatarKey(ID, 1_795_000_000_000)

test('a picture’s key is parsed back', () => {
  expect(avatarKey(`/avatars/${KEY}`)).toBe(KEY)
  expect(parseAvatarKey(KEY)).toEqual({ memberId: ID, timeMs: 1_795_000_000_000 })
})

test.each([
  `/avatars/${ID}/avatar.webp`,
  `/avatars/${KEY.replace('.webp', '.png')}`,
  `/avatars/${KEY.toUpperCase()}`,
  `/avatars/${KEY.replace('/', '/x/')}`,
  `/avatars/${KEY.replace(ID, '..')}`,
  `/avatars/${KEY}%00.html`,
  `/avatars/${KEY}%0d%0a`,
  `https://evil.example/avatars/${KEY}`,
])('%s isn’t a picture’s address', (url) => {
  expect(avatarKey(url)).toBeNull()
})

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const empty = new Uint8Array()

/** What a member reads about this file, how often a decoder saw it, and what is stored. */
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
  member: { ...plainMember, id: ID },
}

function noise(): Promise<Buffer> {
  const raw = { width: 700, height: 600, channels: 3 } as const
  const bytes = Array.from({ length: 700 * 600 * 3 }, (_, n) => (n * 2_654_435_761) >>> 24)
  return sharp(Buffer.from(bytes), { raw }).png().toBuffer()
}

const root = useFolder()

test('a picture in a text has its size before it has loaded', async () => {
  await mkdir(join(root, 'public/our house'), { recursive: true })
  await writeFile(join(root, 'public/hall.jpg'), await corpus.phonePhoto(120, 90))
  await writeFile(join(root, 'public/our house/map.svg'), corpus.svg())
  await writeFile(join(root, 'public/broken.png'), 'no picture')
  const html = '<p><img src="/hall.jpg" alt="Hall"> <img src="/our%20house/map.svg" alt=""></p>'
  expect(await withPictureSizes(`${html}<img src="/broken.png" alt="">`, root)).toBe(
    '<p><img src="/hall.jpg" width="90" height="120" alt="Hall"> <img src="/our%20house/map.svg" width="9" height="9" alt=""></p>' +
      '<img src="/broken.png" alt="">',
  )
})

test('two texts on one page have separate footnotes', () => {
  const html =
    '<a href="#user-content-fn-1" id="user-content-fnref-1" aria-describedby="footnote-label">1</a>'
  expect(withOwnNotes(html, 'lunch')).toBe(
    '<a href="#lunch-user-content-fn-1" id="lunch-user-content-fnref-1" aria-describedby="lunch-footnote-label">1</a>',
  )
})

test.each(getStaticPaths().map(({ params, props }) => [params.icon, props] as const))(
  '%s is the drawing in the middle of a square of paper',
  async (_, props) => {
    const answer = await GET({ props } as Parameters<typeof GET>[0])
    const icon = sharp(await answer.arrayBuffer())
    expect(await icon.metadata()).toMatchObject({ width: props.side, height: props.side, channels: 3 })
    const { info } = await icon
      .trim({ background: PAPER.light, threshold: 20 })
      .toBuffer({ resolveWithObject: true })
    expect(info.width / props.side).toBeGreaterThan(0.5)
    expect(info.width / props.side).toBeLessThan(0.6)
    expect(-(info.trimOffsetLeft ?? 0) * 2 + info.width).toBeCloseTo(props.side, -1)
  },
)
