import { errorText } from '#src/shared/errors.ts'
import { expect, test } from 'vitest'
import { CompanyForm, DirectoryForm } from '#src/shared/people/directory.ts'

test.each([
  ['konalabs.example', 'https://konalabs.example'],
  ['  konalabs.example/noa\r\n', 'https://konalabs.example/noa'],
  ['http://konalabs.example', 'https://konalabs.example'],
  ['HTTP://www.Konalabs.example/Noa?a=b#c', 'https://www.Konalabs.example/Noa?a=b#c'],
  ['http://konalabs.example:80/noa', 'https://konalabs.example/noa'],
  ['https://konalabs.example', 'https://konalabs.example'],
  ['konalabs.example:8443', 'https://konalabs.example:8443'],
  ['konalabs.example.', 'https://konalabs.example'],
  ['https://konalabs.example.:8443/noa.', 'https://konalabs.example:8443/noa.'],
  ['bücher.example/straße', 'https://bücher.example/straße'],
  ['https://пример.рф', 'https://пример.рф'],
  ['xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ['kona_labs.blog.example', 'https://kona_labs.blog.example'],
  ['reef.example/@noa', 'https://reef.example/@noa'],
  ['maps.example/@21.3,-157.8,15z', 'https://maps.example/@21.3,-157.8,15z'],
  ['web.example/web/2020/https://konalabs.example', 'https://web.example/web/2020/https://konalabs.example'],
  ['', null],
  [' \u200b ', null],
])('the link %j is stored as %j', (link, stored) => {
  expect(DirectoryForm.parse({ websiteUrl: link })).toEqual({ websiteUrl: stored })
})

test.each([
  ...['@noa', 'n/a', 'none', '-', '--', 'noa', '?', '…', 'n.a.', 'noa@konalabs.example', '@noa@reef.example'],
  ...['konalabs.example, x.example/noa', 'konalabs.example x.example', 'konalabs.example or none'],
  ...['https://a.example,https://b.example', 'a.example/noa;www.b.example', 'a.example/n,b.example/n'],
  ...[
    'https://a.examplehttps://b.example',
    'see https://a.example',
    '<https://a.example>',
    '[a](https://a.example)',
  ],
  ...['http://konalabs.example:8080', 'konalabs.example:', 'konalabs.example:x', 'konalabs.example:99999'],
  ...[
    'mailto:noa@x.example',
    'javascript:alert(1)',
    'ftp://x.example',
    'data:text/html,x.example',
    'tel:+18085550100',
  ],
  ...['https:', 'https://', '//x.example', 'https:x.example', 'https:///x.example', 'https:\\\\x.example'],
  ...['localhost', 'localhost:4321', 'http://localhost', 'noa.localhost', 'printer.local', 'nas.lan'],
  ...['127.0.0.1', '10.1', '0x7f.1', '192.168.0.1:80', 'https://[::1]/', '[fe80::1].example', '2130706433'],
  ...[
    'https://user:secret@x.example',
    'https://x.example@evil.example',
    'x..example',
    '.example',
    '-x.example',
    'x.e',
  ],
  'https://konalabs.example..',
])('refuses the link %j', (link) => {
  expect(DirectoryForm.safeParse({ websiteUrl: link }).error?.issues[0]?.message).toBe('link_invalid')
})

test('a missing field is kept apart from an emptied one', () => {
  expect(DirectoryForm.parse({})).toEqual({})
  expect(CompanyForm.parse({ company: ' ' })).toEqual({ company: null })
  const emptied = { company: '', about: '', websiteUrl: '', contact: '', showsWebsite: false }
  expect(DirectoryForm.parse(emptied)).toEqual({
    company: null,
    about: null,
    websiteUrl: null,
    contact: null,
    showsWebsite: false,
  })
})

test.each([
  ['company', 80, 'longer_than_80'],
  ['about', 160, 'longer_than_160'],
  ['contact', 80, 'longer_than_80'],
  ['websiteUrl', 290, 'longer_than_290'],
] as const)('says the limit of %s', (field, limit, code) => {
  const link = field === 'websiteUrl' ? 'https://kona.example/' : ''
  const typed = (length: number) => DirectoryForm.safeParse({ [field]: link.padEnd(length, 'x') })
  expect(typed(limit).success).toBe(true)
  expect(typed(limit + 1).error?.issues[0]?.message).toBe(code)
  expect(errorText[code]).toContain(String(limit))
})
