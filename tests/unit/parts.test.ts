import { describe, expect, test } from 'vitest'
import { markOf, partOf, STAFF_MARK } from '#src/shared/audience.ts'
import { partsFor } from '#src/server/gate/parts.ts'
import { builtFile } from '../fakes/pages.ts'

const TITLES = new Map([
  ['mentors', 'Mentors'],
  ['staff', 'Staff'],
  ['cohort-17', 'Cohort 17'],
])
const MENTORS = markOf([['mentors', 'staff']], TITLES) ?? ''
const BOTH = markOf([['mentors'], ['cohort-17']], TITLES) ?? ''
const someone = { groups: ['alumni'], isStaff: false }
const mentor = { groups: ['mentors'], isStaff: false }
const staff = { groups: [], isStaff: true }

const shown = (text: string, reader = someone, type?: string) => {
  const file = partsFor(builtFile(text, type), reader)
  return file && new TextDecoder().decode(file.bytes)
}
const data = (value: unknown, reader = someone) =>
  JSON.parse(shown(JSON.stringify(value), reader, 'application/json') ?? 'null') as unknown

describe('a part of a page', () => {
  const page = `<ul>${partOf(MENTORS, `<li>One${partOf(BOTH, ' and two')}</li>`)}<li>Three</li></ul>`

  test.each([
    ['nobody of its groups', someone, '<ul><li>Three</li></ul>'],
    ['a member of one', mentor, '<ul><li>One</li><li>Three</li></ul>'],
    ['staff', staff, '<ul><li>One and two</li><li>Three</li></ul>'],
  ])('is for %s', (_, reader, html) => {
    expect(shown(page, reader)).toBe(html)
  })

  test('tells staff alone whom it is for', () => {
    const label = `<b>${partOf(STAFF_MARK, 'For Mentors, Staff')}</b>`
    expect(shown(partOf(MENTORS, label), staff)).toBe('<b>For Mentors, Staff</b>')
    expect(shown(partOf(MENTORS, label), mentor)).toBe('<b></b>')
  })

  test.each([MENTORS, `${MENTORS}${MENTORS}[[/for]]`, `[[/for]]${MENTORS}[[/for]]`])(
    'with a mark out of place is an error: %s',
    (html) => {
      expect(() => shown(`<p>${html}</p>`)).toThrow('out of place')
    },
  )
})

describe('data for some groups', () => {
  test('is left out of its list or its field', () => {
    const list = [{ id: 1, audience: MENTORS }, { id: 2 }, { id: 3, page: { href: '/x', audience: MENTORS } }]
    expect(data({ list })).toEqual({ list: [{ id: 2 }, { id: 3 }] })
    expect(data({ list }, staff)).toEqual({
      list: [
        { id: 1, audience: 'For Mentors, Staff' },
        { id: 2 },
        { id: 3, page: { href: '/x', audience: 'For Mentors, Staff' } },
      ],
    })
    expect(data({ list }, mentor)).toMatchObject({ list: [{ id: 1, audience: '' }, { id: 2 }, { id: 3 }] })
  })

  test('is left out of a text', () => {
    expect(
      data({ html: `<p>${partOf(MENTORS, '<a href="/x">')}Words${partOf(MENTORS, '</a>')}</p>` }),
    ).toEqual({
      html: '<p>Words</p>',
    })
    expect(data({ path: partOf(MENTORS, '/x'), id: 1 })).toEqual({ path: '', id: 1 })
  })

  test('is left out of an island’s props', () => {
    const props = {
      items: [
        1,
        [
          [0, { id: [0, 1], audience: [0, MENTORS] }],
          [0, { id: [0, 2] }],
        ],
      ],
      zero: [0, 0],
    }
    const html = `<astro-island props="${JSON.stringify(props).replaceAll('"', '&quot;')}" client="load">`
    const shownProps = { items: [1, [[0, { id: [0, 2] }]]], zero: [0, 0] }
    expect(shown(html)).toBe(
      html.replace(/props="[^"]*"/, `props="${JSON.stringify(shownProps).replaceAll('"', '&quot;')}"`),
    )
  })
})

test('a file for some groups isn’t there for others', () => {
  const file = `{"a":1}${MENTORS.replace('for:', 'file-for:')}`
  expect(shown(file, someone, 'application/json')).toBeNull()
  expect(shown(file, mentor, 'application/json')).toBe('{"a":1}')
})

test('a mark that can’t be read is an error', () => {
  expect(() => shown('<p>[[for:Mentors|Mentors]]Words[[/for]]</p>')).toThrow()
})

test('a file for everyone stays as it is', () => {
  const file = builtFile('<p>[[viewer:name]]</p>')
  expect(partsFor(file, someone)).toBe(file)
})

test('a file is filtered once for members of the same groups', () => {
  const file = builtFile(partOf(MENTORS, 'One'))
  expect(partsFor(file, { ...mentor })).toBe(partsFor(file, mentor))
  for (let n = 0; n < 40; n++)
    expect(partsFor(file, { groups: [`other-${n}`], isStaff: false })?.bytes).toHaveLength(0)
  expect(partsFor(file, mentor)?.bytes).toHaveLength(3)
})
