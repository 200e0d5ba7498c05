import { publicFiles, publicScreens } from '#src/shared/paths.ts'
import { corpus, encodeAgain, hex, twistsOf } from './corpus.ts'
import { type Draft, SITE, type Twist } from './draft.ts'
import type { Random } from './random.ts'
import * as cookies from './cookies.ts'
import * as headers from './headers.ts'
import * as lines from './request-lines.ts'

/** The kinds of requests by which a gate may be passed, and what one of each does to a request for a page. */
export const classes: Record<string, (random: Random, page: string) => Twist[]> = {
  plain: () => [],

  advisory: (random, page) => twistsOf(random.pick(corpus), page),

  encoding: (random) => {
    const places = Array.from({ length: 1 + random.below(3) }, () => random.next())
    const encode = random.pick([hex, (letter: string) => hex(letter).toUpperCase(), overlong, wide])
    const deeper = random.pick([0, 0, 1, 2, 4, 5, 6, random.below(21)])
    return [
      ...places.map((place) => onPath((path) => replaceAt(path, place, encode))),
      ...Array<Twist>(deeper).fill(encodeAgain),
    ]
  },

  prefix: (random) => {
    const prefix = random.pick([...publicScreens, ...publicFiles, ...lines.prefixes])
    const joint = random.pick(lines.joints)
    return [onPath((path) => prefix + joint + path.slice(1))]
  },

  suffix: (random) => {
    const suffix = random.pick(lines.suffixes)
    return [onPath((path) => path + suffix)]
  },

  letters: (random) => {
    const places = Array.from({ length: 1 + random.below(4) }, () => random.next())
    const other = random.pick([(letter: string) => letter.toUpperCase(), lookAlike])
    return places.map((place) => onPath((path) => replaceAt(path, place, other)))
  },

  noise: (random) => {
    const noise = random.pick(lines.noise)
    const place = random.next()
    return [onPath((path) => replaceAt(path, place, (letter) => letter + noise))]
  },

  elsewhere: (random) => {
    const path = random.pick(lines.otherPaths)
    return [onPath(() => path)]
  },

  query: (random, page) => {
    const query = random.pick(lines.queries).replaceAll('{page}', page)
    return [(draft) => ({ ...draft, query: draft.query + query })]
  },

  method: (random) => {
    const method = random.pick(lines.methods)
    const override = random.pick(lines.overrides)
    const origin = random.pick([
      [],
      [withHeader('origin', `http://${SITE}`)],
      [withHeader('sec-fetch-site', 'same-origin')],
    ])
    return [(draft) => ({ ...draft, method }), ...origin, ...(override ? [withHeader(override, 'GET')] : [])]
  },

  condition: (random) => manyHeaders(random, headers.conditions),
  range: (random) => manyHeaders(random, headers.ranges),
  forwarded: (random, page) => manyHeaders(random, headers.forwarded, page),
  internal: (random, page) => manyHeaders(random, headers.internal, page),
  'hop by hop': (random) => manyHeaders(random, headers.hopByHop),

  cookie: (random) => {
    const change = random.pick(cookies.cookies)
    const token = random.letters(40, cookies.TOKEN_LETTERS)
    return [
      (draft) => ({
        ...draft,
        headers: change(cookieOf(draft), token)
          .map((value): [string, string] => ['cookie', value])
          .concat(draft.headers.filter(([name]) => name !== 'cookie') as [string, string][]),
      }),
    ]
  },

  'absolute form': (random) => {
    const authority = random.pick(lines.authorities)
    return [(draft) => ({ ...draft, authority })]
  },

  host: (random) => {
    const host = random.pick(lines.hosts)
    return [(draft) => ({ ...draft, host })]
  },
}

function onPath(change: (path: string) => string): Twist {
  return (draft) => ({ ...draft, path: change(draft.path) })
}

/** @param place between 0 and 1, so that it is one of a path that other twists have changed. */
function replaceAt(path: string, place: number, change: (letter: string) => string): string {
  const at = Math.floor(place * path.length)
  return path.slice(0, at) + change(path.slice(at, at + 1)) + path.slice(at + 1)
}

/** One to three of them. */
function manyHeaders(
  random: Random,
  headers: readonly (readonly [string, readonly string[]])[],
  page = '',
): Twist[] {
  return Array.from({ length: 1 + random.below(3) }, () => {
    const [name, among] = random.pick(headers)
    return withHeader(name, random.pick(among).replaceAll('{page}', page))
  })
}

function withHeader(name: string, value: string): Twist {
  return (draft) => ({ ...draft, headers: [...draft.headers, [name, value]] })
}

function cookieOf({ headers }: Draft): string {
  return headers.find(([name]) => name === 'cookie')?.[1] ?? ''
}

/** In two bytes what UTF-8 says in one, which no decoder may take. */
function overlong(letter: string): string {
  const code = letter.charCodeAt(0)
  return `%${(0xc0 | (code >> 6)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`
}

/** As IIS once wrote it. */
function wide(letter: string): string {
  return `%u00${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/** Letters that become plain ones when their case or their width is folded. */
function lookAlike(letter: string): string {
  if (letter === 'k') return '%E2%84%AA'
  if (letter === 's') return '%C5%BF'
  if (letter === 'i') return '%C4%B0'
  return hex(String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
}
