import { describe, expect, test } from 'vitest'
import { createComposer } from '#src/emails/composer.tsx'
import { greetingName } from '#src/emails/mail-frame.tsx'
import type { BroadcastMail } from '#src/emails/mails.ts'
import { markdownToEmailHtml } from '#src/emails/markdown.ts'
import * as lifetimes from '#src/server/lifetimes.ts'
import { samples } from '../support/mail-samples.ts'
import { elements, parseHtml, textOf } from '../support/html.ts'

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS
const SITE = 'https://portal.example.org'
const programme = { brand: 'Kona', program: 'Cohort 18', contact: 'aloha@kona.example' }
const compose = createComposer(SITE, { ...programme, timezone: 'Pacific/Honolulu' })
const person = { to: 'kai@example.com', fullName: 'Kai' }

describe.each(samples.map((sample) => [sample.kind, sample] as const))('the email %s', (_, sample) => {
  test('goes to its recipient', async () => {
    const { to, subject } = await compose(sample)
    expect(to).toBe(sample.to)
    expect(subject).toMatch(/^[\p{L}\p{N} :’-]{5,78}$/u)
  })

  test('is complete HTML', async () => {
    const { html } = await compose(sample)
    expect(html).toMatch(/^<!DOCTYPE html/)
    expect(elements(parseHtml(html), 'html')[0]?.attribs).toMatchObject({ dir: 'ltr', lang: 'en' })
    expect(html).not.toMatch(/<script|<img|url\(|@import|undefined|null/)
    expect(html.includes('Or copy this link')).toBe('token' in sample && !('zone' in sample))
  })

  test('is complete text', async () => {
    const { text } = await compose(sample)
    expect(text).not.toMatch(/<[a-z]|&[a-z]+;|undefined|null|\n{3}/)
  })

  test('names its programme', async () => {
    const { subject, html, text } = await compose(sample)
    expect(text).toContain('Kona · Cohort 18')
    expect(subject + html + text).not.toMatch(/Lanai|Cohort 17/)
  })

  test('links only to the site', async () => {
    const { html, text } = await compose(sample)
    for (const address of [...linksIn(html), ...(text.match(/https?:\/\/\S+/g) ?? [])])
      expect(address).toMatch(/^(?:https:\/\/(?:portal|meet)\.example\.org\b|mailto:aloha@kona\.example$)/)
  })
})

const days = (seconds: number) => seconds / DAY_SECONDS
const hours = (seconds: number) => seconds / HOUR_SECONDS

test.each([
  ['confirm_email', 'You’ll receive an email once your account has been approved.'],
  ['confirm_email', `${SITE}/confirm-email?token=a%2Bb%2Fc`],
  ['confirm_email', `sign-ups after ${days(lifetimes.UNCONFIRMED_SIGN_UP_SECONDS)} days`],
  ['reset_password', `${SITE}/reset-password?token=a%2Bb%2Fc`],
  ['invitation', `${SITE}/invitation?token=a%2Bb%2Fc`],
  ['invitation', 'invited you to Cohort 18'],
  ['invitation', 'Your company: Reef.'],
  ['reset_password', `expires in ${hours(lifetimes.PASSWORD_RESET_SECONDS)} hour and`],
  ['change_email', `expires in ${hours(lifetimes.EMAIL_CHANGE_SECONDS)} hours`],
  ['change_email', 'where you’re signed in, or have your password ready'],
  ['restore_email', `${SITE}/restore-email?token=a%2Bb%2Fc`],
  ['restore_email', 'take the change back within 7 days'],
  ['email_restored', `${SITE}/reset-password?token=a%2Bb%2Fc`],
  ['email_restored', `expires in ${hours(lifetimes.PASSWORD_RESET_SECONDS)} hour and`],
  ['deletion_requested', `In ${hours(lifetimes.DELETION_DELAY_SECONDS)} hours we’ll delete your account`],
  ['password_changed', 'If not, reset your password'],
  ['membership_approved', `${SITE}/auth`],
  ['membership_denied', 'Unfortunately, your account application was not approved.'],
  ['membership_ended', 'Our team has ended your access to Kona, so you can’t sign in any more.'],
] as const)('the email %s says “%s”', async (kind, sentence) => {
  const { text } = await compose({ kind, ...person, token: 'a+b/c', company: 'Reef' })
  expect(text.replace(/\s+/g, ' ')).toContain(sentence)
})

const inHonolulu = 'Thursday, June 5, at 5:30 PM in Honolulu.'
test.each([
  [null, '2025-06-05T09:59Z', 'tomorrow', inHonolulu],
  [null, '2025-06-05T10:00Z', 'today', inHonolulu],
  [
    'America/Los_Angeles',
    '2025-06-05T10:00Z',
    'today',
    'Thursday, June 5, at 8:30 PM your time (5:30 PM in Honolulu).',
  ],
  [
    'Australia/Sydney',
    '2025-06-03T10:00Z',
    'on Friday',
    'Friday, June 6, at 1:30 PM your time (Thursday, 5:30 PM in Honolulu).',
  ],
  [null, '2025-05-29T10:00Z', 'on June 5', inHonolulu],
])('a reminder for %s at %s says that it is due %s: %s', async (zone, now, day, moment) => {
  const reminder = samples.find(({ kind }) => kind === 'deadlines') as BroadcastMail
  const { subject, text, unsubscribeUrl } = await compose({ ...reminder, zone, now: Date.parse(now) })
  expect(subject).toBe(`Weekly Update is due ${day}`)
  for (const said of [`Weekly Update is due ${moment}`, String(unsubscribeUrl)]) expect(text).toContain(said)
})

test('the weekly email has a link for each thing to do', async () => {
  const weekly = samples.find(({ kind }) => kind === 'weekly') as BroadcastMail
  const { subject, text, html } = await compose(weekly)
  expect(subject).toBe('Your week from June 2')
  expect(text.replace(/\s+/g, ' ')).toContain('Join https://meet.example.org/monday')
  const paths = [
    'weekly-updates',
    'monday-circle.ics',
    'video-playlist#Problem-Interviews&t=754',
    'forms',
    '#account=emails',
  ]
  expect(linksIn(html)).toEqual(expect.arrayContaining(paths.map((path) => `${SITE}/${path}`)))
  expect(linksIn(html)).toContain('mailto:aloha@kona.example')
})

test.each([
  ['/calendar', `${SITE}/calendar`],
  [undefined, `${SITE}/`],
])('a session in the weekly email leads to the programme’s calendar: %s', async (calendar, link) => {
  const weekly = samples.find(({ kind }) => kind === 'weekly') as BroadcastMail & { kind: 'weekly' }
  const { html } = await compose({ ...weekly, calendar })
  const sessions = elements(parseHtml(html), 'a').filter((each) =>
    ['Monday Circle', 'Founders’ lunch'].includes(textOf(each)),
  )
  expect(sessions.map(({ attribs }) => attribs.href)).toEqual([link, link])
})

test('an email has the programme’s accent colour', async () => {
  const own = createComposer(SITE, { ...programme, timezone: 'Pacific/Honolulu', accent: '#8a1c5b' })
  const [ours, html] = await Promise.all(
    [compose, own].map(async (write) => (await write({ kind: 'membership_approved', ...person })).html),
  )
  expect(ours).toMatch(/background-color:#006c77.*Sign in/s)
  expect(html).toMatch(/background-color:#8a1c5b.*Sign in/s)
  expect(html).not.toContain('#006c77')
  // On a dark screen, its hue. A program that can't compute a colour keeps the first.
  expect(html).toMatch(/\.accent, \.prose a \{ color: #56c4ca !important; color: oklch\(from #8a1c5b /)
})

test('an email’s relative links lead to the site', async () => {
  const text = [
    'The [calendar][cal], the [tools](</tools>), <a href="/perks">the perks</a>, [plain](/network#Founders "All"),',
    "<a href='/start'>start</a>, [us](mailto:team@example.org), [out](https://meet.example.org/a?b=1&c), `[code](/forms)`.",
    '![The hall](/hall.webp) ![](/map.png)',
    '',
    '[cal]: /calendar',
  ].join('\n')
  const news = samples.find(({ kind }) => kind === 'announcements') as BroadcastMail
  const mail = await compose({ ...news, html: markdownToEmailHtml(text) } as BroadcastMail)
  const links = linksIn(mail.html)
  const written = ['calendar', 'tools', 'perks', 'network#Founders', 'start'].map((path) => `${SITE}/${path}`)
  const others = ['mailto:team@example.org', 'https://meet.example.org/a?b=1&c']
  expect(links.slice(0, 9)).toEqual([...written, ...others, `${SITE}/hall.webp`, `${SITE}/map.png`])
  // Only members see the site's pictures.
  expect(mail.html).not.toContain('<img')
  expect(mail.html).toContain('>Picture</a>')
  for (const link of [...written, others[1]]) expect(mail.text).toContain(link)
  expect(mail.html + mail.text).toContain('[code](/forms)')
})

test('a test of an announcement says so in its subject', async () => {
  const news = samples.find(({ kind }) => kind === 'announcements') as BroadcastMail
  const { subject } = await compose(news)
  expect((await compose({ ...news, isTest: true })).subject).toBe(`Test: ${subject}`)
})

test('an announcement’s email has the text of home in HTML and plain text', async () => {
  const news = samples.find(({ kind }) => kind === 'announcements') as BroadcastMail
  const words = [
    '- [x] Room\n- [ ] Deck[^1]\n\n~~Thursday~~ "Friday"\n\n### At ten\n',
    '| When | What |\n| --- | ---: |\n| 10:00 | Set up |\n\n[^1]: As a [PDF](/tools).',
  ]
  const mail = await compose({ ...news, html: markdownToEmailHtml(words.join('\n')) } as BroadcastMail)
  expect(mail.text).toContain(
    [
      ' * ☑ Room\n * ☐ Deck[1]\n\n~~Thursday~~ “Friday”\n\nAt ten\n\nWhen    What\n10:00   Set up',
      `\n\n${'-'.repeat(40)}\n\n 1. As a PDF ${SITE}/tools.\n`,
    ].join(''),
  )
  for (const part of ['☑</span> Room', '☐</span> Deck', '[1]</span>', '<del>Thursday</del>', '10:00</td>'])
    expect(mail.html).toContain(part)
  expect(mail.html).not.toMatch(/<input|↩|#user-content/)
})

test.each([
  [
    '<img src=x onerror=alert(1)>',
    'Aloha &lt;img src=x onerror=alert(1)&gt;',
    'Aloha <img src=x onerror=alert(1)>,',
  ],
  ['Kai\r\nBcc: all', 'Aloha Kai Bcc: all', 'Aloha Kai Bcc: all,'],
  [null, 'Aloha', 'Aloha,\n'],
])('an email to %j shows the name as text', async (fullName, inHtml, inText) => {
  const mail = await compose({ kind: 'membership_approved', ...person, fullName })
  expect(mail.html).toContain(inHtml)
  expect(mail.html).not.toContain('<img')
  expect(mail.text).toContain(inText)
  expect(mail.subject + mail.to).not.toMatch(/[\r\n]/)
})

test.each([
  ['Keoni ʻŌhiʻa 張 🌺', 'Keoni ʻŌhiʻa 張 🌺'],
  ['  Kai \t  Lani ', 'Kai Lani'],
  ['Kai\u202eevil\u2028', 'Kai evil'],
  ['Keoni the Thir'.padEnd(200, 'd'), 'Keoni'],
  ['👩‍👩‍👧'.repeat(60), '👩‍👩‍👧'.repeat(60)],
  ['x'.repeat(61), null],
  ['Win at evil.example', null],
  ['write to me@evil.example', null],
  [null, null],
])('%j is greeted as %j', (fullName, expected) => {
  expect(greetingName(fullName)).toBe(expected)
})

function linksIn(html: string): string[] {
  return elements(parseHtml(html), '[href]').map(({ attribs }) => attribs.href ?? '')
}
