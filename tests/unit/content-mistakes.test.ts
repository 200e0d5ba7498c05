import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkContent } from '#src/content-check/check.ts'
import { MOST_EVENTS_AND_VIDEOS, useContentCopy } from '../support/content-copy.ts'

/**
 * Mistakes of editors, with every message of the check. A case is `## mistake`, then the files that are written (`+`),
 * deleted (`-`), changed in one place (`~`, from and to) or in whole fields (`=`), and the messages (`>`), without the file if there is only one.
 * Files above the first case are written in all of them.
 */
const FOLDER = join(import.meta.dirname, '../mistakes')
const copy = useContentCopy(MOST_EVENTS_AND_VIDEOS)

describe.each(readdirSync(FOLDER))('the check names file, line and remedy: %s', (name) => {
  const [base = '', ...cases] = readFileSync(join(FOLDER, name), 'utf8').split(/^## /m)
  test.each(cases.map((text) => [text.slice(0, text.indexOf('\n')), text] as const))('%s', (_, text) => {
    change(base)
    const files = change(text)
    const said = checkContent(copy.root).map(
      ({ file, line, message }) =>
        `${files.length === 1 && file === files[0] ? '' : `${file}:`}${line} ${message}`,
    )
    expect(said).toEqual([...text.matchAll(/^> (.*)$/gm)].map(([, sentence]) => sentence))
  })
})

/** Returns the files concerned. */
function change(text: string): string[] {
  return [...text.matchAll(/^([-+~=]) (.*)\n((?:(?: {4}.*)?\n)*)/gm)].map(
    ([, sign, path = '', lines = '']) => {
      const body = lines.replace(/^ {4}/gm, '').trimEnd()
      const [from = '', to = ''] = body.split('\n')
      if (sign === '-') copy.remove(path)
      if (sign === '+') copy.write(path, body && `${body}\n`)
      if (sign === '=') for (const field of body.split('\n')) setField(path, field)
      if (sign === '~') {
        expect(copy.read(path)).toContain(from)
        copy.write(path, copy.read(path).replace(from, to))
      }
      return path
    },
  )
}

/** Replaces the line of a field, or appends it. */
function setField(path: string, field: string): void {
  const [name = ''] = /^[^:]*:/.exec(field) ?? []
  const lines = copy.read(path).trimEnd().split('\n')
  const at = lines.findIndex((line) => line.startsWith(name))
  lines[at < 0 ? lines.length : at] = field
  copy.write(path, `${lines.join('\n')}\n`)
}

const PAGE = 'src/content/pages/alumni.yaml'
const LINES = 'title: Caf\u00e9\ndescription: Who came before.\nkind: frame\nembed: https://example.org/\n'
const NO_UTF8 = expect.stringContaining('This file isn’t saved as UTF-8') as string

test.each<[what: string, text: string | Buffer, mistakeAt?: number]>([
  ['lines that end as on Windows', LINES.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${LINES}`],
  ['another encoding', Buffer.from(LINES, 'latin1'), 1],
  ['an encoding of two bytes a letter', Buffer.from(`\ufeff${LINES}`, 'utf16le'), 1],
])('%s', (_, text, mistakeAt) => {
  copy.write(PAGE, text)
  const mistakes = mistakeAt === undefined ? [] : [{ file: PAGE, line: mistakeAt, message: NO_UTF8 }]
  expect(checkContent(copy.root)).toMatchObject(mistakes)
})
