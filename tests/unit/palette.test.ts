import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Search, type Found, type Hit } from '#src/islands/palette/search.ts'
import type { Entry, SpokenFile } from '#src/shared/search.ts'
import { plainMember } from '../fakes/member.ts'

const entry = (title: string, rest: Partial<Entry> = {}): Entry => ({
  group: 'Pages',
  title,
  text: '',
  context: '',
  also: '',
  href: `/${title}`,
  ...rest,
})
const video = (title: string, rest: Partial<Entry> = {}) =>
  entry(title, { group: 'Videos', href: `/video-playlist#${title}`, ...rest })
const spoken = (fragment: string, ...lines: string[]): SpokenFile[number] => ({
  title: fragment,
  fragment,
  cues: lines.map((text, at) => [at * 5, text]),
})

let files: Record<string, unknown>
let fetched: string[]

beforeEach(() => {
  fetched = []
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(plainMember) }) })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('fetch', (path: string) => {
    fetched.push(path)
    return Promise.resolve(path in files ? Response.json(files[path]) : new Response('', { status: 500 }))
  })
  files = {
    '/search.json': {
      entries: [
        entry('Leaderboard', { text: 'Fractions of a point.' }),
        entry('Kaʻū Founders', { context: 'Network' }),
        video('Kalākaua’s voyage', { text: 'Around the world.', also: 'Noelani Reyes' }),
        video('Fundraising: Terms', { text: 'Notes, caps, and Kaʻū.', context: 'Cohort 2 · Week 1' }),
        video('Notes on fundraising', { text: 'Terms.' }),
      ],
      cohorts: ['cohort-2', 'cohort-1'],
    },
    '/spoken/cohort-2.json': [spoken('A', 'Ask for ten calls', 'Sales calls begin with a question')],
    '/spoken/cohort-1.json': [spoken('B', 'The roses of Lokelani street', 'Ask for ten calls')],
  }
})
afterEach(() => vi.unstubAllGlobals())

describe('a search', () => {
  test.each([
    ['lead', ['Leaderboard']],
    ['kau', ['Kaʻū Founders', 'Fundraising: Terms']],
    ['reyes', ['Kalākaua’s voyage']],
    ['fundrasing', ['Fundraising: Terms', 'Notes on fundraising']],
    ['sales cal', ['Sales calls begin with a question']],
    ['lokelani', ['The roses of Lokelani street']],
    ['...', []],
  ])('for “%s” finds %j, without accents, by beginnings, forgiving typos', async (query, titles) => {
    expect(hitsOf(await answerTo(query)).map(({ title }) => title)).toEqual(titles)
  })

  test('says why a result matched where its title does not', async () => {
    const whyOf = async (query: string) => hitsOf(await answerTo(query))[0]?.why
    expect(await whyOf('leaderboard')).toBe('')
    expect(await whyOf('reyes')).toBe('Noelani Reyes')
    expect(await whyOf('caps')).toBe('Notes, caps, and Kaʻū.')
    expect(hitsOf(await answerTo('sales'))[0]?.href).toBe('/video-playlist#A&t=5')
  })

  test('fetches transcripts from the third letter, older cohorts only when few lines match', async () => {
    await answerTo('as')
    expect(fetched).toEqual(['/search.json'])
    await answerTo('ask')
    expect(fetched.slice(1)).toEqual(['/search.json', '/spoken/cohort-2.json', '/spoken/cohort-1.json'])
    files['/spoken/cohort-2.json'] = [spoken('A', ...Array<string>(24).fill('Ask'))]
    await answerTo('ask')
    expect(fetched.slice(4)).toEqual(['/search.json', '/spoken/cohort-2.json'])
  })

  test('reports a missing file and finds the rest', async () => {
    delete files['/spoken/cohort-2.json']
    const { state } = await answerTo('roses')
    expect(state).toBe('failed')
    expect(hitsOf(await answerTo('roses'))).toHaveLength(1)
    delete files['/search.json']
    expect(hitsOf(await answerTo('sign out'))).toHaveLength(1)
  })
})

/** The last of a new visit. */
async function answerTo(query: string): Promise<Found> {
  let last: Found | undefined
  const search = new Search(
    (found) => (last = found),
    () => Promise.resolve([]),
  )
  await search.open()
  search.ask({ query, onlyVideos: false })
  await vi.waitFor(() => expect(last?.state).not.toBe('loading'))
  if (!last) throw new Error('It never answered.')
  return last
}

function hitsOf({ groups }: Found): Hit[] {
  return groups.flatMap(({ hits }) => hits)
}
