import { filled, headOf, whole } from './request.ts'
import type { Shape } from './shapes.ts'

/** What is put behind a door's own path, as often as there is room. */
const paths: readonly [name: string, unit: string, end?: string][] = [
  ['file names stacked', '/index.html'],
  ['file endings stacked', '.html'],
  ['slashes', '/'],
  ['slashes before a name', '/', 'a'],
  ['slashes, encoded', '%2f', 'a'],
  ['folders by the thousand', '/a'],
  ['dots', '/.'],
  ['dots, encoded', '/%2e%2e'],
  ['a long name', 'a'],
  ['a long name that is none', 'a', '!'],
  ['a name, encoded', '%61'],
  ['a name, encoded twice', '%2561'],
  ['a name, encoded five times', '%252525252561'],
  ['percent signs, encoded', '%25'],
  ['percent signs', '%'],
  ['half a letter', '%c3'],
  ['letters with accents', '%cc%81%cc%a3'],
  ['parameters', ';a=b'],
  ['stars', '*'],
  ['dashes before a name that is none', '-', '!'],
]

const queries: readonly [name: string, unit: string][] = [
  ['a query of pairs', 'a=b&'],
  ['a query of ampersands', '&'],
  ['a query of one name', 'v=0&'],
  ['a query of percent signs', '%'],
  ['a query, encoded five times', '%252525252561='],
  ['a query of plus signs', '+'],
  ['a query of brackets', 'a[b]=&'],
  ['where to go next, long', 'next=/'],
  ['where to go next, of slashes', '/'],
  ['a token of any length', 'token=a'],
]

export const targetShapes: readonly Shape[] = [
  ...paths.map(([name, unit, end = '']) =>
    shape(name, (path, room) => {
      const [before = '', query] = path.split('?')
      return `${before}${filled(unit, room - end.length)}${end}${query ? `?${query}` : ''}`
    }),
  ),
  ...queries.map(([name, unit]) =>
    shape(name, (path, room) => `${path}${path.includes('?') ? '&' : '?'}next=${filled(unit, room - 6)}`),
  ),
]

function shape(name: string, target: (path: string, room: number) => string): Shape {
  return { family: 'target', name, wire: (door, asking) => whole(headOf(door, asking, { target })) }
}
