import { expect, test } from 'vitest'
import { at, DIRECT, TOKENS } from '../support/deploy-world.ts'
import { useGoLive } from '../support/go-live-call.ts'
import { query } from '../support/query.ts'

const here = useGoLive()

test('where all is as it should be nothing is left to do, and what was written to try is gone', async () => {
  const { status, rows } = await here.rows()
  expect(rows.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(status).toBe(0)
  expect(rows).toHaveLength(26)
  const writes = here.services.calls.filter((call) => !call.startsWith('GET'))
  expect(writes.map((call) => call.replace(/[\w-]+$/, ''))).toEqual([
    'PUT /api/v1/blobs/site-1/site:doctor/',
    'DELETE /api/v1/blobs/site-1/site:doctor/',
  ])
})

test('settings that Netlify keeps secret are asked of who calls, or taken by the names of their logins', async () => {
  for (const variable of here.world.variables) {
    variable.is_secret = true
    for (const each of variable.values) each.value = ''
  }
  const { env } = here.world
  expect((await here.rows()).next).toMatchObject({
    what: 'server token',
    cure: has('export POSTMARK_SERVER_TOKEN'),
  })
  env.POSTMARK_SERVER_TOKEN = TOKENS.server
  expect((await here.rows()).next).toMatchObject({ what: 'sender', cure: has('export MAIL_FROM') })
  env.MAIL_FROM = 'portal@school.dev'
  expect(await unneeded()).toEqual(['login of the site', 'login of the gate', 'branch of previews'])
})

test('without a key of Neon’s its projects are not asked', async () => {
  delete here.world.env.NEON_API_KEY
  expect(await unneeded()).toEqual(['project', 'branch', 'branch of previews'])
})

test('from nothing, one thing is said to be next, and then the one after it, however often it is started', async () => {
  const { env, site, variables } = here.world
  const repository = site.build_settings.repo_url
  const deploy = site.published_deploy
  const steps: [string, () => unknown][] = [
    ['Netlify, token', () => (here.world.env.NETLIFY_AUTH_TOKEN = TOKENS.netlify)],
    ['Netlify, site', () => (here.world.env.NETLIFY_SITE_ID = 'site-1')],
    ['Netlify, repository', () => (site.build_settings.repo_url = repository)],
    ['database, owner', () => (here.world.env.DATABASE_URL = at(DIRECT, here.database.databaseUrl))],
    ['Netlify, settings', () => (here.world.variables = variables)],
    ['Postmark, sender', () => (here.world.env.POSTMARK_ACCOUNT_TOKEN = env.POSTMARK_ACCOUNT_TOKEN ?? '')],
    ['Netlify, deploy', () => (site.published_deploy = deploy)],
  ]
  Object.assign(here.world, { env: {}, variables: [] })
  Object.assign(site, { build_settings: { repo_url: null }, published_deploy: null })
  const said: string[] = []
  for (const [, mend] of steps) {
    const { status, next } = await here.rows()
    expect(status).toBe(1)
    said.push(`${next?.where ?? ''}, ${next?.what ?? ''}`)
    mend()
  }
  expect(said).toEqual(steps.map(([what]) => what))
  expect((await here.rows()).status).toBe(0)
})

test('a database that is older than the code, and one that is newer, are told apart', async () => {
  const last = 'select name from schema_migrations order by name desc limit 1'
  const [kept] = await query<{ name: string; checksum: string }>(
    here.database,
    `delete from schema_migrations where name = (${last}) returning name, checksum`,
  )
  const older = await here.rows()
  const insert = 'insert into schema_migrations (name, checksum) values ($1, $2)'
  await query(here.database, insert, [kept?.name, kept?.checksum])
  expect(older.next).toMatchObject({ what: 'migrations', cure: 'npm run migrate' })

  await query(here.database, insert, ['9000_more.sql', ''])
  const newer = await here.rows()
  await query(here.database, `delete from schema_migrations where name = '9000_more.sql'`)
  expect(newer.next).toMatchObject({ what: 'migrations', found: has('newer than this code') })
  expect(newer.rows.filter(({ state }) => state !== 'ok')).toHaveLength(1)
})

test('people read a table and a sentence, and are told how it is called', async () => {
  const inOrder = await here.call([])
  expect(inOrder.text).toMatch(
    /^ +where +what +found\nok +Netlify +token .*\n\nNothing is left to do\. Now: npm run smoke/s,
  )
  here.world.site.published_deploy = null
  const { text } = await here.call([])
  expect(text).toMatch(
    /\n\nNext, of 1: Netlify, deploy: nothing is published\.\nmigrate .*\nThen call this again\.$/,
  )
  expect((await here.call(['--crumbs'])).status).toBe(2)
  expect((await here.call(['--help'])).text).toContain('Usage: npm run go-live')
})

/** What is not ok, when that is no reason to have something left to do. */
async function unneeded(): Promise<string[]> {
  const { status, rows } = await here.rows()
  const others = rows.filter(({ state }) => state !== 'ok')
  expect(others.map(({ state }) => state)).toEqual(others.map(() => '–'))
  expect(status).toBe(0)
  return others.map(({ what }) => what)
}

function has(text: string): string {
  return expect.stringContaining(text) as string
}
