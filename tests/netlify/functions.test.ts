import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServices, type Services } from '../../netlify/local/services.ts'
import type { Ask } from '../support/call-function.ts'
import { photo } from '../support/pictures.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { createDatabase } from '../support/test-databases.ts'
import { callFunction, zipBuiltFunctions, type ZippedFunctions } from './zipped-functions.ts'

/** Netlify takes 50 MB. What grows one past this has come in by mistake: three quarters of `ssr` are libvips. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  'deliver-outbox': 1_000_000,
  ssr: 12_000_000,
  sweep: 600_000,
}

const SITE = 'https://portal.example.com'

let zipped: ZippedFunctions
beforeAll(async () => {
  zipped = await zipBuiltFunctions()
})
afterAll(() => {
  rmSync(zipped.folder, { recursive: true })
})

describe('what Netlify would upload', () => {
  test('has three functions', () => {
    expect(zipped.functions.map(({ name, schedule }) => [name, schedule]).sort()).toEqual([
      ['deliver-outbox', '* * * * *'],
      ['ssr', undefined],
      ['sweep', '15 * * * *'],
    ])
  })

  test('is no larger than it was', () => {
    const tooLarge = zipped.functions.filter(({ name, bytes }) => bytes > (MOST_BYTES[name] ?? 0))
    expect(tooLarge.map(({ name, bytes }) => `${name}: ${bytes}`)).toEqual([])
  })

  test('has no Node binary, formatter, style sheet or development code', () => {
    const unwanted = /\/node(?:\.exe)?$|prettier|tailwind|prism|react\S*development/
    const found = zipped.functions.flatMap(({ name, files }) =>
      [...files, ...bundledIn(name, files)]
        .filter((file) => unwanted.test(file))
        .map((file) => `${name}: ${file}`),
    )
    expect(found).toEqual([])
    // Comments in a bundle name the files that went into it.
    expect(bundledIn('deliver-outbox', ['deliver-outbox.mjs'])).toContainEqual(
      expect.stringMatching(/react-dom\S*production/),
    )
  })

  test("has native binaries in the site's function only", () => {
    const native = zipped.functions.filter(({ files }) =>
      files.some((file) => /\.(?:node|so[.\d]*|dylib|dll)$/.test(file)),
    )
    expect(native.map(({ name }) => name)).toEqual(['ssr'])
  })
})

describe('unpacked where nothing else is', () => {
  let services: Services
  beforeAll(async () => {
    const ports = { mailbox: 0, postgres: 0 }
    const database = await createDatabase()
    services = await startServices({ siteUrl: SITE, dataFolder: null, database, ports })
  })
  afterAll(() => services.close())

  const call = (name: string, asks: Ask[]) =>
    callFunction(join(zipped.folder, name, `${name}.mjs`), services.env, asks)

  test('actions of a page use their native binaries', async () => {
    const cookie = await signedInMember(
      { ...services, siteUrl: SITE },
      { email: 'leilani@example.com', status: 'approved' },
    )
    const picture = await photo(60, 40).png().toBuffer()
    const [signedUp, uploaded] = await call('ssr', [
      action('auth.signUp', Buffer.from(JSON.stringify(SIGN_UP)), { 'content-type': 'application/json' }),
      action('account.uploadAvatar', picture, { 'content-type': 'application/octet-stream', cookie }),
    ])
    expect([signedUp?.status, uploaded?.status]).toEqual([200, 200])
    const [member] = await query(services, `select password_hash from users where email = '${SIGN_UP.email}'`)
    expect(member).toEqual({ password_hash: expect.stringMatching(/^\$argon2id\$/) as string })
    expect(uploaded?.body).toMatch(/\/avatars\/[\w-]+\/avatar\.\w+\.webp/)
  })

  test('deliver-outbox emails a member about a decision', async () => {
    await query(
      services,
      `update profiles set approval_status = 'denied' from users where users.id = profiles.id and email = 'leilani@example.com'`,
    )
    await query(services, 'update outbox set next_attempt_at = now()')
    expect(await call('deliver-outbox', [SCHEDULED])).toEqual([{ status: 204, body: '' }])
    expect(await (await fetch(String(services.mailboxUrl))).text()).toContain('leilani@example.com')
  })

  test('the sweep finds nothing wrong', async () => {
    expect(await call('sweep', [SCHEDULED])).toEqual([{ status: 204, body: '' }])
  })
})

const SIGN_UP = { email: 'kai@example.com', password: 'correct horse battery', fullName: 'Kai' }

const SCHEDULED: Ask = {
  url: `${SITE}/.netlify/functions/scheduled`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"next_run":"2026-01-01T00:00:00Z"}').toString('base64'),
}

function action(name: string, body: Buffer, headers: Record<string, string>): Ask {
  const url = `${SITE}/_actions/${name}`
  return { url, method: 'POST', headers: { origin: SITE, ...headers }, body: body.toString('base64') }
}

/** The files that went into a function's bundles. */
function bundledIn(name: string, files: readonly string[]): string[] {
  const own = files.filter((file) => file.endsWith('.mjs') && !/node_modules|___netlify/.test(file))
  return own.flatMap((file) =>
    [
      ...readFileSync(join(zipped.folder, name, file), 'utf8').matchAll(
        /^\/\/(?: |#region )(\S*node_modules\S+)/gm,
      ),
    ].map(([, source = '']) => source),
  )
}
