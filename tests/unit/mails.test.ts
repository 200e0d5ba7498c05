import { describe, expect, test } from 'vitest'
import { createComposer } from '#src/mail/composer.tsx'
import { greetingName } from '#src/mail/mail-frame.tsx'
import type { Mailable } from '#src/mail/mails.ts'
import { samples } from '#src/mail/samples.ts'
import {
  DELETION_DELAY_SECONDS,
  EMAIL_CHANGE_SECONDS,
  PASSWORD_RESET_SECONDS,
  UNCONFIRMED_SIGN_UP_SECONDS,
} from '#src/server/lifetimes.ts'

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS
const SITE = 'https://portal.example.org'
const composer = createComposer(SITE, { brand: 'Lanai', program: 'Cohort 17' })
const person = { to: 'kai@example.com', fullName: 'Kai' }

describe('every mail', () => {
  test.each(samples.map((sample) => [sample.kind, sample] as const))('%s', async (_, sample) => {
    const { to, subject, html, text } = await composer.compose(sample)
    expect(to).toBe(sample.to)
    expect(subject).toMatch(/^[\p{L}\p{N} :’']{5,78}$/u)
    expect(html).toMatch(/^<!DOCTYPE html/)
    expect(html).toContain('<html dir="ltr" lang="en">')
    expect(html).not.toMatch(/<script|<img|url\(|@import|undefined|null/)
    expect(text).not.toMatch(/<[a-z]|&[a-z]+;|undefined|null/)
    expect(text).toContain('Lanai · Cohort 17')
  })

  test.each(samples.map((sample) => [sample.kind, sample] as const))(
    '%s links to the configured site and nowhere else',
    async (_, sample) => {
      const { html, text } = await composer.compose(sample)
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
      const addresses = text.match(/https?:\/\/\S+/g) ?? []
      for (const address of [...links, ...addresses]) expect(new URL(address).origin).toBe(SITE)
    },
  )

  test('brand and programme are those of the site', async () => {
    const kona = createComposer(SITE, { brand: 'Kona', program: 'Cohort 18' })
    for (const sample of samples) {
      const { subject, html, text } = await kona.compose(sample)
      expect(subject + html + text).not.toMatch(/Lanai|Cohort 17/)
      expect(text).toContain('Kona · Cohort 18')
    }
  })
})

describe('what each one says', () => {
  test('the receipt says what happens next and carries the confirmation link', async () => {
    const { text, html } = await write({ kind: 'confirm_email', ...person, token: 'a+b/c' })
    expect(text).toContain('We have your registration')
    expect(text).toContain(`${SITE}/confirm-email?token=a%2Bb%2Fc`)
    expect(text).toContain("You'll receive an email once your account has been approved.")
    expect(html).toContain(`href="${SITE}/confirm-email?token=a%2Bb%2Fc"`)
  })

  test('the reset mail says that its link expires in 1 hour', async () => {
    const { text } = await write({ kind: 'reset_password', ...person, token: 'abc' })
    expect(text).toContain('It expires in 1 hour')
    expect(text).toContain(`${SITE}/reset-password?token=abc`)
  })

  test('the notice of a new password says what to do when it was somebody else', async () => {
    const { text } = await write({ kind: 'password_changed', ...person })
    expect(text).toContain('Your password has been changed')
    expect(text).toContain('If not, ask for a new password')
  })

  test('a notice of hundreds names the first of them, how many there are, and a command that no mail program cuts off', async () => {
    const everybody = Array.from({ length: 350 }, (_, n) => ({
      email: `somebody-with-a-long-name-${n}@a-company-of-theirs.example.org`,
      fullName: 'ʻŌhiʻa '.repeat(20),
      emailConfirmed: true,
      token: 'a'.repeat(43),
    }))
    const { subject, text, html } = await write({
      kind: 'registrations',
      to: '',
      people: everybody,
    })
    expect(subject).toBe('350 people signed up')
    expect(text).toContain('… and 290 more')
    expect(text).toMatch(/^npm run admin -- approve -- ('[^']+' ){59}'[^']+'$/m)
    // Where Gmail cuts.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  })

  test.each([
    ['confirm_email', UNCONFIRMED_SIGN_UP_SECONDS / DAY_SECONDS, 'removed after %s days'],
    ['reset_password', PASSWORD_RESET_SECONDS / HOUR_SECONDS, 'expires in %s hour and'],
    ['change_email', EMAIL_CHANGE_SECONDS / HOUR_SECONDS, 'expires in %s hours'],
    ['deletion_requested', DELETION_DELAY_SECONDS / HOUR_SECONDS, 'In %s hours your account'],
  ] as const)('%s names the time that holds', async (kind, time, sentence) => {
    const { text } = await write({ kind, ...person, token: 'abc' })
    expect(text.replace(/\s+/g, ' ')).toContain(sentence.replace('%s', String(time)))
  })

  test('an approval welcomes and links to the sign-in screen', async () => {
    const { subject, text } = await write({ kind: 'membership_approved', ...person })
    expect(subject).toMatch(/^Welcome to Lanai/)
    expect(text).toContain(`${SITE}/auth`)
  })

  test('a denial is kind, says so, offers an answer, and links nowhere', async () => {
    const { text, html } = await write({ kind: 'membership_denied', ...person })
    expect(text).toContain('Unfortunately, your account application was not approved.')
    expect(text).toContain('If you have any questions')
    expect(html).not.toContain('href=')
  })
})

describe('a name is the words of a stranger', () => {
  test('markup in it is shown, not obeyed', async () => {
    const { html, text } = await write({
      kind: 'membership_approved',
      ...person,
      fullName: '<img src=x onerror=alert(1)>',
    })
    expect(html).toContain('Aloha &lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img')
    expect(text).toContain('Aloha <img src=x onerror=alert(1)>,')
  })

  test('line breaks in it make no header and no line', async () => {
    const mail = await write({ kind: 'membership_approved', ...person, fullName: 'Kai\r\nBcc: all' })
    expect(mail.text).toContain('Aloha Kai Bcc: all,')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.to).toBe('kai@example.com')
  })

  test.each([
    ['Leilani Kalākaua', 'Leilani Kalākaua'],
    ['Keoni ʻŌhiʻa 張 🌺', 'Keoni ʻŌhiʻa 張 🌺'],
    ["Siobhán O'Brien-Smith, Jr.", "Siobhán O'Brien-Smith, Jr."],
    ['J. R. Smith', 'J. R. Smith'],
    ['  Kai \t  Lani ', 'Kai Lani'],
    ['=HYPERLINK("x")', '=HYPERLINK("x")'],
    ['Kai\u202eevil\u2028', 'Kai evil'],
    ['x'.repeat(200), `${'x'.repeat(60)}…`],
    ['👩‍👩‍👧'.repeat(70), `${'👩‍👩‍👧'.repeat(60)}…`],
    ['Win at evil.example', null],
    ['https://evil.example', null],
    ['write to me@evil.example', null],
    ['   ', null],
    ['', null],
    [null, null],
  ])('%j is greeted as %j', (fullName, expected) => {
    expect(greetingName(fullName)).toBe(expected)
  })

  test('without one, the greeting needs none', async () => {
    const { text } = await write({ kind: 'membership_approved', ...person, fullName: null })
    expect(text).toContain('Aloha,\n')
  })
})

function write(message: Mailable) {
  return composer.compose(message)
}
