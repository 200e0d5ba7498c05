import fc from 'fast-check'
import type { Visitor } from '../support/signed-in-member.ts'

const oneOf = (list: string) => fc.constantFrom(...list.split(' '))
const prefixes = oneOf(
  ' /x /auth /_astro /.netlify/images /_actions /avatars /feeds /states /vault /dist /@fs',
)
const joints = oneOf('/ // /../ /..%2f /%2e%2e/ %2f..%2f /..%5c /..;/ ;/ /%252e%252e/ %00/ ?/ #/ \\')
const suffixes = oneOf(
  '/ // /. .html %2ehtml /index.html .json .css ~ %00 %0d%0a % %zz ;x.css %3f.css #x ?x %ff \\ @x',
)
const headers = oneOf(
  'x-forwarded-uri x-forwarded-prefix x-forwarded-host x-forwarded-for x_forwarded_uri forwarded x-original-url ' +
    'x-rewrite-url x-middleware-subrequest x-astro-path x-astro-locals x-nf-passthrough x-netlify-original-pathname ' +
    'authorization if-none-match if-match range cache-control sec-purpose x-http-method-override origin',
)
const values = oneOf(
  '/leaderboard /auth /_astro/x.js http://localhost/auth 127.0.0.1 true * bytes=0- same-origin',
)
const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
const lettersAs = fc.constantFrom(
  hex,
  (letter: string) => hex(letter).replace('%', '%25'),
  (letter: string) => letter.toUpperCase(),
  (letter: string) => `%c0%${(letter.charCodeAt(0) | 0x80).toString(16)}`,
  (letter: string) => `${letter}%e2%80%8b`,
  (letter: string) => `${letter}\xe9`,
)
const pathChange = fc.oneof(
  fc.tuple(prefixes, joints).map((start) => (path: string) => start.join('') + path.slice(1)),
  suffixes.map((end) => (path: string) => path + end),
  fc.tuple(fc.nat(30), lettersAs).map(
    ([at, spell]) =>
      (path: string) =>
        path.slice(0, at) + spell(path.charAt(at)) + path.slice(at + 1),
  ),
)
/** Of an outsider for one of these pages, as attackers spell them. */
export const randomRequest = (pages: readonly string[]) =>
  fc
    .record({
      who: fc.constantFrom<Visitor>('signed out', 'forged', 'pending', 'denied'),
      method: oneOf('GET GET GET HEAD POST PUT OPTIONS QUERY PURGE get'),
      page: fc.constantFrom(...pages),
      changes: fc.array(pathChange, { maxLength: 3 }),
      headers: fc.array(
        fc.tuple(headers, values).map((pair) => pair.join(': ')),
        { maxLength: 3 },
      ),
    })
    .map(({ changes, page, ...rest }) => ({
      ...rest,
      target: changes.reduce((path, change) => change(path), page),
    }))
