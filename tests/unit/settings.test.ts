import { describe, expect, test } from 'vitest'
import { judgeSettings, readers } from '../../scripts/settings/judge.ts'

const good = {
  SITE_URL: 'https://portal.school.dev',
  DATABASE_URL: 'postgres://portal_app:s3cret@ep-a-pooler.us-east-2.aws.neon.tech/neondb?sslmode=require',
  POSTMARK_SERVER_TOKEN: '8d6e1f30-0f5f-4bd3-9a53-3f3f9c7c4c11',
  MAIL_FROM: 'Lanai <portal@school.dev>',
}

describe('a setting that is wrong is named with the reason, and never shown', () => {
  test('nothing is wrong with good ones, nor with those that may be left out', () => {
    const more = {
      EDGE_DATABASE_URL: good.DATABASE_URL,
      WEBHOOK_URL: 'https://crm.school.dev/hook',
      WEBHOOK_SECRET: 'sixteen letters!',
      ADMIN_EMAILS: 'leilani@school.dev, kai@school.dev',
      ADMIN_NOTICES: 'daily',
    }
    expect(judgeSettings(good)).toEqual([])
    expect(judgeSettings({ ...good, ...more })).toEqual([])
  })

  test.each([
    ['SITE_URL', '', 'is missing'],
    ['SITE_URL', 'portal.school.dev', 'is no address'],
    ['SITE_URL', 'http://x', 'begins with http:'],
    ['SITE_URL', 'https://x', 'has no domain'],
    ['SITE_URL', 'http://portal.school.dev', 'begins with http:'],
    ['SITE_URL', 'https://localhost:4321', 'this machine'],
    ['SITE_URL', 'https://portal.example.org', 'sample'],
    ['SITE_URL', 'https://portal.school.dev/home', 'has a path'],
    ['SITE_URL', 'https://portal.school.dev:8443', 'has a port'],
    ['DATABASE_URL', '', 'is missing'],
    ['DATABASE_URL', 'mysql://s3cret@x/y', 'is no connection string'],
    ['DATABASE_URL', 'postgres://a:s3cret@127.0.0.1/b', 'this machine'],
    ['DATABASE_URL', 'postgres://portal_app@ep-a.aws.neon.tech/neondb', 'no password'],
    ['DATABASE_URL', 'postgres://portal_app:****@ep-a.aws.neon.tech/neondb', 'no password'],
    ['DATABASE_URL', 'postgres://portal_app:s3cret@ep-a.aws.neon.tech', 'names no database'],
    ['EDGE_DATABASE_URL', 'postgres://ep-a.aws.neon.tech/neondb', 'names no login'],
    ['DATABASE_HTTP_URL', 'http://127.0.0.1:5000', 'take it out'],
    ['POSTMARK_SERVER_TOKEN', '', 'is missing'],
    ['POSTMARK_SERVER_TOKEN', 'abc', 'has 3 letters and is no server token'],
    ['POSTMARK_SERVER_TOKEN', 'POSTMARK_API_TEST', 'nothing is sent'],
    ['POSTMARK_API_URL', 'http://localhost:4322', 'take it out'],
    ['MAIL_FROM', 'portal', 'is no sender'],
    ['MAIL_FROM', 'Lanai <portal@example.org>', 'sample'],
    ['ADMIN_EMAILS', 'leilani@school.dev, s3cret', 'no e-mail address'],
    ['ADMIN_NOTICES', 'weekly', 'is none of each, hourly, daily'],
    ['WEBHOOK_URL', 'http://crm.school.dev', 'https:'],
    ['WEBHOOK_ALLOW_LOOPBACK', '1', 'take it out'],
  ])('%s=%s', (variable, value, why) => {
    const env = { ...good, WEBHOOK_SECRET: 'sixteen letters!', [variable]: value }
    expect(judgeSettings(env)).toEqual([{ variable, why: expect.stringContaining(why) as string }])
    expect(JSON.stringify(judgeSettings(env))).not.toContain('s3cret')
    expect(readers[variable]).toBeTruthy()
  })

  test('a webhook needs its secret', () => {
    expect(judgeSettings({ ...good, WEBHOOK_URL: 'https://crm.school.dev/hook' })).toEqual([
      { variable: 'WEBHOOK_SECRET', why: 'is missing: WEBHOOK_URL needs it' },
    ])
  })
})
