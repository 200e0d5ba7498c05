import { describe, expect, test } from 'vitest'
import { videoHit, type Hit, type Offer } from '#src/islands/palette/hits.ts'
import { Offers } from '#src/islands/palette/offers.ts'
import {
  activeOf,
  grouped,
  NOTHING,
  type PaletteAction,
  reducePalette,
} from '#src/islands/palette/palette.ts'

const page = (title: string, rest: Partial<Offer> = {}) =>
  ({ group: 'Pages', title, text: '', context: '', also: '', href: `/${title}`, ...rest }) as Offer

async function offersOf(...all: Offer[]): Promise<Offers> {
  const offers = new Offers([() => all])
  await offers.bring(() => undefined)
  return offers
}

describe('what is found by its name', () => {
  test.each([
    ['l', ['Leaderboard', 'Library']],
    ['kau', ['Kaʻū Founders']],
    ['fraction', ['Leaderboard']],
    ['studio', ['Library']],
    ['network', ['Kaʻū Founders']],
    ['nothing', []],
  ])('“%s” finds %j', async (query, titles) => {
    const offers = await offersOf(
      page('Leaderboard', { text: 'Fractions of a point.' }),
      page('Library', { also: 'Studio' }),
      page('Kaʻū Founders', { context: 'Network' }),
    )
    expect(
      offers
        .find(query, 'exact')
        .map(({ title }) => title)
        .sort(),
    ).toEqual(titles)
  })

  test('says why where its title does not', async () => {
    const offers = await offersOf(
      page('Library', { text: 'Books and forms.', also: 'Shelf', context: 'Resources' }),
    )
    const why = (query: string) => offers.find(query, 'exact')[0]?.why
    expect(['library', 'books', 'shelf', 'resources'].map(why)).toEqual([
      '',
      'Books and forms.',
      'Also: Shelf',
      '',
    ])
  })

  test('a choice of earlier is offered again unless it led to a page that is gone', async () => {
    const offers = await offersOf(page('Library'))
    const choice = { title: 'As it was', context: '', seconds: null }
    const again = offers.again([
      { ...choice, key: '/Library Library', group: 'Pages', href: '/Library' },
      { ...choice, key: '/gone Gone', group: 'Pages', href: '/gone' },
      { ...choice, key: '/video-playlist#A', group: 'Videos', href: '/video-playlist#A' },
    ])
    expect(again.map(({ title }) => title)).toEqual(['Library', 'As it was'])
  })

  test('a source that could not be had leaves the others', async () => {
    const offers = new Offers([() => Promise.resolve(null), () => [page('Library')]])
    expect(await offers.bring(() => undefined)).toBe(false)
    expect(offers.find('library', 'exact')).toHaveLength(1)
  })
})

describe('the order of hits', () => {
  test('keeps the groups in theirs, those first that have what was asked in a title', () => {
    const hits = [hit('Said in a video', 'c'), hit('Pages', 'a', 'in its text'), hit('Videos', 'b')]
    expect(grouped(hits, new Set()).map(({ name }) => name)).toEqual(['Videos', 'Pages', 'Said in a video'])
  })

  test('puts what was chosen of late before what fits better', () => {
    const [group] = grouped([hit('Pages', 'a'), hit('Pages', 'b')], new Set(['b']))
    expect(group?.hits.map(({ key }) => key)).toEqual(['b', 'a'])
  })
})

describe('the hit that Enter goes to', () => {
  const answered = (query: string, ...keys: string[]): PaletteAction => ({
    type: 'answered',
    query,
    groups: [{ name: 'Pages', hits: keys.map((key) => hit('Pages', key)) }],
    loading: 'settled',
  })
  const asked = reducePalette(NOTHING, answered('a', 'A', 'B'))

  test('is the first, whichever that becomes', () => {
    expect(activeOf(asked)?.key).toBe('A')
    expect(activeOf(reducePalette(asked, answered('a', 'C', 'A')))?.key).toBe('C')
  })

  test('is the one that was moved to, while more are found for the same question', () => {
    const moved = reducePalette(asked, { type: 'moved', by: 1 })
    expect(activeOf(reducePalette(moved, answered('a', 'C', 'A', 'B')))?.key).toBe('B')
    expect(activeOf(reducePalette(moved, answered('ab', 'A', 'B')))?.key).toBe('A')
    expect(activeOf(reducePalette(moved, { type: 'moved', by: 1 }))?.key).toBe('A')
  })
})

test('a video leads to its fragment, a sentence to its second', () => {
  const found = { fragment: 'A', title: 'Terms', week: 'Week 1', text: '', terms: [], reason: null }
  expect(videoHit({ ...found, seconds: null }).href).toBe('/video-playlist#A')
  expect(videoHit({ ...found, seconds: 75 }).href).toBe('/video-playlist#A&t=75')
})

function hit(group: Hit['group'], key: string, why = ''): Hit {
  return { key, group, title: key, context: '', why, terms: [], seconds: null, href: `/${key}` }
}
