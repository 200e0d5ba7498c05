import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runChecks } from '../../scripts/doctor/check.ts'
import { healthChecks, writableCheck, type PortalHealth } from '../../scripts/doctor/health.ts'
import { serviceChecks } from '../../scripts/doctor/services.ts'
import { settingsChecks } from '../../scripts/doctor/settings.ts'
import { doctor } from '../../scripts/doctor.ts'
import { outputOf } from '../support/command-output.ts'
import { startTestServer } from '../support/test-server.ts'

describe('the settings of a site', () => {
  const good = {
    SITE_URL: 'https://portal.school.dev',
    DATABASE_URL: 'postgres://portal_app:s3cret@ep-a-pooler.us-east-2.aws.neon.tech/neondb',
    EDGE_DATABASE_URL: 'postgres://portal_edge:s3cret@ep-a-pooler.us-east-2.aws.neon.tech/neondb',
    POSTMARK_SERVER_TOKEN: '8d6e1f30-0f5f-4bd3-9a53-3f3f9c7c4c11',
    MAIL_FROM: 'Lanai <portal@school.dev>',
    WEBHOOK_URL: 'https://crm.school.dev',
    WEBHOOK_SECRET: 'sixteen letters!',
  }
  const examine = (env: Record<string, string>, isLocal = false) =>
    runChecks('settings', settingsChecks, { env, isLocal })

  test('pass as documented, and count as read', async () => {
    const rows = await examine(good)
    expect(rows.filter(({ state, tried }) => state !== 'ok' || tried)).toEqual([])
  })

  test('are judged on one machine as far as they are set there', async () => {
    const local = { ...good, SITE_URL: 'http://localhost:4321', MAIL_FROM: 'portal@example.com' }
    expect((await examine(local, true)).filter(({ state }) => state === 'fail')).toEqual([])
    const rows = await examine(
      { ...local, BOUNCE_SECRET: 'short', WEBHOOK_SECRET: '"in quotes twice"' },
      true,
    )
    const dotenv = /\(in \.env; then start the portal again\)$/
    expect(rows.filter(({ state }) => state === 'fail').map(({ remedy }) => remedy)).toEqual([
      expect.stringMatching(dotenv),
      expect.stringMatching(dotenv),
    ])
  })

  test.each([
    ['SITE_URL', '', 'is missing'],
    ['SITE_URL', 'https://localhost:4321', 'this machine'],
    ['SITE_URL', 'http://portal.school.dev', 'http is for localhost only'],
    ['SITE_URL', 'https://portal.example.org', 'example'],
    ['SITE_URL', 'https://portal.school.dev/home', 'has a path'],
    ['SITE_URL', 'https://66f1a2b3c4d5--lanai.netlify.app', 'the address of one deploy'],
    ['DATABASE_URL', 'mysql://s3cret@x/y', 'is not a connection string'],
    ['EDGE_DATABASE_URL', '', 'is missing'],
    ['DATABASE_URL', 'postgres://a:s3cret@127.0.0.1/b', 'this machine'],
    ['DATABASE_URL', 'postgres://portal_app:****@ep-a.aws.neon.tech/neondb', 'no password'],
    ['DATABASE_URL', 'postgres://portal_app:s3#cret@ep-a.aws.neon.tech/neondb', 'write # as %23'],
    ['DATABASE_URL', 'postgres://portal_app:s3cret%@ep-a.aws.neon.tech/neondb', 'write it as %25'],
    ['POSTMARK_SERVER_TOKEN', 'POSTMARK_API_TEST', 'sends nothing'],
    ['SITE_URL', 'https://portal.school.dev.', 'ends with a dot'],
    ['SITE_URL', 'https://*.school.dev', 'has a * in place of a name'],
    [
      'DATABASE_URL',
      'postgres://portal_app:s3cret@ep-a.us-east-2.aws.neon.tech/neondb',
      'is not pooled: its host has no -pooler',
    ],
    ['HEALTH_SECRET', 'short', 'is not 32 or more'],
    ['BOUNCE_SECRET', `${'a'.repeat(40)}\n${'b'.repeat(8)}`, 'plain letters'],
    ['HEALTH_SECRET', `"${'a'.repeat(40)}"`, 'has quotation marks around it'],
    ['ADMIN_EMAILS', 'leilani@', 'invalid email'],
    ['MAIL_FROM', 'portal', 'is not a sender'],
    ['MAIL_FROM', 'Lanai <portal@school>', 'has an invalid address'],
    ['MAIL_FROM', 'portal@school.dev\u200b', 'has an invisible character in its address'],
    ['MAIL_FROM', 'Lanai <our.school@gmail.com>', 'at a mailbox provider'],
    ['MAIL_FROM', 'Lanai, Cohort 17 <portal@school.dev>', 'is not a sender'],
    ['WEBHOOK_URL', 'http://crm.school.dev', 'http is for localhost only'],
    ['WEBHOOK_URL', 'https://me:pw@crm.school.dev', 'user name'],
    ['WEBHOOK_SECRET', '', 'is missing'],
  ])('fail with %s=%s', async (name, value, why) => {
    const rows = await examine({ ...good, [name]: value })
    expect(rows.filter(({ state }) => state === 'fail')).toEqual([failure('settings', name, why)])
    expect(JSON.stringify(rows)).not.toContain('s3cret')
  })

  test('on one machine count its portal’s secrets as set, and judge the sender of one in production', async () => {
    const { POSTMARK_SERVER_TOKEN: _, ...known } = { ...good, MAIL_FROM: 'our.school@gmail.com' }
    const settings = { env: known, isLocal: true, isProduction: true, secrets: ['POSTMARK_SERVER_TOKEN'] }
    const rows = await runChecks('settings', settingsChecks, settings)
    expect(rows.filter(({ state }) => state === 'fail')).toEqual([
      failure('settings', 'MAIL_FROM', 'at a mailbox provider'),
    ])
    expect(rows.find(({ name }) => name === 'separate secrets')).toMatchObject({ state: 'skip' })
    expect(await runChecks('services', serviceChecks.slice(0, 1), settings)).toMatchObject([
      { state: 'skip', found: expect.stringContaining('only the running portal knows') as string },
    ])
  })

  test('warn of one secret for two purposes', async () => {
    const secret = 's3cret'.repeat(6)
    const rows = await examine({ ...good, HEALTH_SECRET: secret, BOUNCE_SECRET: `${secret} ` })
    expect(rows).toContainEqual({
      section: 'settings',
      name: 'separate secrets',
      state: 'warn',
      tried: false,
      found: 'HEALTH_SECRET and BOUNCE_SECRET are the same',
      remedy: expect.stringMatching(/^set each to a value of its own.*webhooks/) as string,
    })
    expect(JSON.stringify(rows)).not.toContain('s3cret')
  })
})

describe('the health of a portal', () => {
  const good: PortalHealth = {
    migrations: ['0001_first.sql', '0002_last.sql'],
    readOnly: false,
    outbox: { waiting: 0, dead: 0, oldestSeconds: null, error: null },
    deliveredSecondsAgo: 60,
    sweptSecondsAgo: 3600,
    withheldPictures: 0,
  }
  const late = (error: string | null) => ({ ...good.outbox, waiting: 1, oldestSeconds: 3600, error })

  test('passes for a healthy portal', async () => {
    expect(new Set(await examine(good))).toEqual(new Set(['ok']))
  })

  test('is skipped without the health details', async () => {
    expect(new Set(await examine(null))).toEqual(new Set(['skip']))
  })

  test.each<[Partial<PortalHealth>, RegExp]>([
    [{ deliveredSecondsAgo: null }, /^delivery: never ran → .*the function deliver-outbox/],
    [{ deliveredSecondsAgo: -7200 }, /^delivery: last ran in the future → correct the clock/],
    [{ deliveredSecondsAgo: 3000 }, /^delivery: last ran 50 min ago → /],
    [{ sweptSecondsAgo: null }, /^sweep: never ran → .*the function sweep/],
    [{ sweptSecondsAgo: 10_800 }, /^sweep: last ran 180 min ago → /],
    [
      { withheldPictures: 12 },
      /^pictures: the sweep kept 12 .* → make sure .*, npm run admin -- pictures --delete$/,
    ],
    [
      { outbox: { ...good.outbox, waiting: 2, oldestSeconds: 60, error: 'postmark_10' } },
      /^messages: 2 waiting, .* → set POSTMARK_SERVER_TOKEN/,
    ],
    [{ outbox: { ...good.outbox, dead: 1 } }, /^failed messages: 1 → npm run admin -- outbox .*--retry/],
    [{ outbox: late(null) }, /^messages: 1 waiting, oldest 60 min late → npm run admin -- outbox/],
    [{ outbox: late('postmark_10') }, /postmark_10 → set POSTMARK_SERVER_TOKEN/],
    [{ outbox: late('postmark_401') }, /postmark_401 → verify .* MAIL_FROM in Postmark/],
    [{ outbox: late('webhook_http_404') }, /webhook_http_404 → check WEBHOOK_URL/],
  ])('fails with %j', async (change, finding) => {
    const wrong = (await examine({ ...good, ...change })).filter((state) => state !== 'ok')
    expect(wrong).toEqual([expect.stringMatching(finding)])
  })

  test('sends the operator of one machine to the screen of npm start', async () => {
    const wrong = await examine({ ...good, deliveredSecondsAgo: null, sweptSecondsAgo: null }, true)
    const remedy = / → read what npm start printed/
    expect(wrong.filter((state) => state !== 'ok')).toEqual([
      expect.stringMatching(remedy),
      expect.stringMatching(remedy),
    ])
  })

  test('fails with a latest run that failed on one machine, however long ago one succeeded', async () => {
    const health = () => Promise.resolve(good)
    const examined = { migrations: [], isLocal: true, failedSchedules: ['deliver-outbox'], health }
    const rows = await runChecks('database', healthChecks, examined)
    expect(rows.filter(({ state }) => state === 'fail')).toMatchObject([
      { name: 'delivery', found: 'the latest run failed', remedy: 'read what npm start printed' },
    ])
  })

  test('sends the operator of one machine behind a proxy to the same screen', async () => {
    const wrong = await examine({ ...good, deploy: 'local', deliveredSecondsAgo: null })
    expect(wrong).toContainEqual(expect.stringMatching(/^delivery: never ran → read what npm start printed/))
  })

  test.each([
    [null, 'ok'],
    [undefined, 'skip'],
    ['42501', 'skip'],
    ['53100', 'fail'],
    ['25006', 'fail'],
  ])('says of the SQLSTATE %s of a write that it is %s', async (writeError, state) => {
    const health = () => Promise.resolve({ ...good, writeError })
    const rows = await runChecks('site', [writableCheck], { migrations: [], health })
    expect(rows).toMatchObject([{ state, tried: state !== 'skip' }])
  })

  async function examine(health: PortalHealth | null, isLocal = false): Promise<string[]> {
    const migrations = ['0001_first.sql', '0002_last.sql']
    const examined = { migrations, isLocal, health: () => Promise.resolve(health) }
    const rows = await runChecks('site', healthChecks, examined)
    return rows.map(({ state, name, found, remedy }) =>
      state === 'fail' ? `${name}: ${found} → ${remedy}` : state,
    )
  }
})

describe('npm run doctor', () => {
  test.each([
    ['--crumbs', 2],
    ['kitchen', 2],
    ['--deep ftp://x', 2],
    ['--deep nonsense', 2],
    ['--help', 0],
  ])('%s prints the usage with exit status %i', async (args, status) => {
    const usage = expect.stringContaining('Usage:') as string
    expect(await run(args.split(' '))).toMatchObject({ status, text: usage })
  })

  test('prints each failure with its remedy', async () => {
    const { status, text } = await run(['settings'])
    expect(status).toBe(1)
    expect(text).toMatch(/^fail {2}settings {2}SITE_URL: is missing\n +→ set it to the site’s URL/)
  })

  test('prints each failure as JSON', async () => {
    const rows = JSON.parse((await run(['settings', '--json'])).text) as unknown[]
    expect(rows).toContainEqual(failure('settings', 'MAIL_FROM', 'is missing'))
  })

  test.each([
    [['--deep', 'URL'], /^fail  site      details: Invalid character in header/m],
    [['services'], /^fail  services  email: Invalid character in header/m],
  ])('never prints a secret that can’t be sent in a header or a URL, with %j', async (args, finding) => {
    const secret = 's3cret\nsecond line'
    const site = await startTestServer(({ url }, response) => response.end(url === '/healthz' ? 'ok' : ''))
    const asked = args.map((arg) => (arg === 'URL' ? site.url : arg))
    const { text } = await run(asked, { HEALTH_SECRET: secret, POSTMARK_SERVER_TOKEN: secret })
    await site.close()
    expect(text).toMatch(finding)
    expect(text).not.toContain('s3cret')
  })

  test("reports a site that doesn't answer", async () => {
    const { status, text } = await run(['--deep', 'http://127.0.0.1:2'])
    expect(status).toBe(1)
    expect(text).toMatch(
      /^fail {2}site {6}health: connect ECONNREFUSED.*\n +→ check the address after --deep/m,
    )
  })

  const DATABASE_URL = 'postgres://portal_app:s3cret@ep-a.aws.neon.tech/neondb'
  test.each([
    [{ CONTEXT: 'deploy-preview' }, 0, /^skip/],
    [{ CONTEXT: 'branch-deploy' }, 0, /^skip/],
    [{ CONTEXT: 'deploy-preview', DATABASE_URL }, 0, /^warn .*the site’s logins.*\n.*context Production/],
    [{ CONTEXT: 'production' }, 1, /^fail {2}schema {4}connection: no database found/m],
    [
      { CONTEXT: 'production', DATABASE_URL: 'postgres://portal_app:s3#cret@x/y' },
      1,
      /^fail {2}schema {4}connection: Invalid URL\n.*write # as %23/m,
    ],
  ])('a build on Netlify with %j ends with exit status %i', async (env, status, text) => {
    const [, sections = ''] =
      /doctor -- ([a-z ]+) && npm run build"/.exec(readFileSync('netlify.toml', 'utf8')) ?? []
    expect(sections).toBe('settings schema')
    expect(await run(sections.split(' '), env)).toEqual({
      status,
      text: expect.stringMatching(text) as string,
    })
  })

  async function run(args: string[], env: Record<string, string> = {}) {
    const said = await outputOf(() => doctor(args, { LANAI_DATA: 'nowhere', ...env }))
    return { status: said.status, text: (said.stdout + said.stderr).trimEnd() }
  }
})

function failure(section: string, name: string, found: string) {
  return {
    section,
    name,
    state: 'fail',
    tried: false,
    found: expect.stringContaining(found) as string,
    remedy: expect.stringMatching(/./) as string,
  }
}
