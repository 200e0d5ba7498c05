/**
 * What a phone's photograph and a decompression bomb cost: uploaded through the whole portal, as a browser would send
 * them. `npm run bench -- avatar`.
 */
import sharp from 'sharp'
import { parseArgs } from 'node:util'
import { bomb, interlacedPng, phonePhoto, progressiveJpeg } from '../support/pictures.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { forkPortal, type ForkedPortal } from './forked-portal.ts'

const UPLOADS = 5

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (options.help) console.log('Usage: npm run bench -- avatar [--json]')
else await bench()

async function bench(): Promise<void> {
  const portal = await forkPortal()
  try {
    // The first picture loads the decoder: what people wait for in a function that has just started.
    const photo = await phonePhoto(4000, 3000)
    const report = {
      photo: { megapixels: 12, ...(await uploadSome(portal, photo)), sent: await describe(photo) },
      bomb: await costOf(portal, bomb()),
      bombsAtOnce: await costOf(portal, bomb(), await members(portal, 8)),
      largestPng: await costOf(portal, await interlacedPng()),
      largestJpeg: await costOf(portal, await progressiveJpeg()),
    }
    console.log(options.json ? JSON.stringify(report, null, 2) : report)
  } finally {
    await portal.stop()
  }
}

async function uploadSome(portal: ForkedPortal, file: Buffer) {
  const times: number[] = []
  let came = ''
  for (let n = 0; n < UPLOADS; n++) {
    const start = performance.now()
    const answer = await upload(portal, file)
    times.push(Math.round(performance.now() - start))
    came = /"(\/avatars\/[^"]+)"/.exec(await answer.text())?.[1] ?? ''
  }
  const shown = await fetch(portal.siteUrl + came, { headers: { cookie: portal.cookie } })
  const [firstMs, ...laterMs] = times
  return { firstMs, laterMs, came: await describe(Buffer.from(await shown.arrayBuffer())) }
}

/** So many of them, signed in: of one member the portal decodes one picture at a time. */
async function members(portal: ForkedPortal, count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let n = 0; n < count; n++) {
    cookies.push(await signedInMember(portal, { email: `bench-${n}@example.com`, status: 'approved' }))
  }
  return cookies
}

/** The most memory that the portal's process held besides what it held before, and what it answered. */
async function costOf(portal: ForkedPortal, file: Buffer, cookies = [portal.cookie]) {
  await portal.peakMemoryMiB()
  const before = await portal.peakMemoryMiB()
  const start = performance.now()
  const answers = await Promise.all(cookies.map((cookie) => upload({ ...portal, cookie }, file)))
  const ms = Math.round(performance.now() - start)
  const peak = await portal.peakMemoryMiB()
  const statuses = answers.map(({ status }) => status)
  return { bytes: file.length, statuses: statuses.join(' '), ms, extraMiB: Math.round(peak - before) }
}

async function describe(file: Buffer) {
  const { format, width, height, exif, icc, orientation } = await sharp(file).metadata()
  return { bytes: file.length, format, width, height, exif: exif?.length, icc: icc?.length, orientation }
}

function upload({ siteUrl, cookie }: ForkedPortal, file: Buffer): Promise<Response> {
  return fetch(`${siteUrl}/_actions/account.uploadAvatar`, {
    method: 'POST',
    headers: { cookie, origin: siteUrl, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  })
}
