import { describe, expect, test } from 'vitest'
import { frameView } from '#src/data/frame-views.ts'
import { frameSources, framesOf } from '#src/schemas/page-frames.ts'
import { type Page, pageSchema } from '#src/schemas/page.ts'

const words = { title: 'A page', description: 'What it is for.' }
const CALENDAR = 'https://calendar.google.com/calendar/u/0?cid=dGVhbUBleGFtcGxlLm9yZw'

describe('a page is read into frames and tabs', () => {
  test.each([
    ['agenda', 'AGENDA'],
    ['month', 'MONTH'],
    ['week', 'WEEK'],
  ])('a calendar’s view %s', (view, mode) => {
    const [shown] = framesOf(read({ kind: 'frame', embed: CALENDAR, view }))
    expect(shown?.frame.embed).toMatchObject({
      view,
      src: `https://calendar.google.com/calendar/embed?src=team%40example.org&mode=${mode}`,
      subscribeUrl: 'https://calendar.google.com/calendar/ical/team%40example.org/public/basic.ics',
    })
  })

  test("several Google calendars open Google's page that adds them", () => {
    const embed = 'https://calendar.google.com/calendar/embed?src=a%40example.org&src=b%40example.org'
    const [shown] = framesOf(read({ kind: 'frame', embed }))
    const adds = 'https://calendar.google.com/calendar/r?cid=a%40example.org&cid=b%40example.org'
    expect(shown?.frame.embed.subscribeUrl).toBe(adds)
  })
})

test.each([
  ['the programme’s zone', {}, 'Pacific/Auckland'],
  ['the zone that its page names', { timezone: 'America/Lima' }, 'America/Lima'],
])('a calendar is shown in %s', (_, fields, zone) => {
  const page = read({ kind: 'frame', embed: `${CALENDAR}&ctz=Europe%2FBerlin`, ...fields })
  const [frame] = framesOf(page).map((each) =>
    frameView(each.frame, { timezone: 'Pacific/Auckland', contact: 'team@example.org' }),
  )
  expect(frame?.zone).toBe(zone)
  for (const address of [frame?.src, frame?.href])
    expect(new URL(address ?? '').searchParams.getAll('ctz')).toEqual([zone])
})

test.each<[what: string, page: Page, sources: string[]]>([
  ['nothing', read({ kind: 'coming-soon', comingSoon: 'more' }), []],
  ['a card', read({ kind: 'frame', embed: 'https://handbook.example.org/week-1' }), []],
  [
    'a card that it lets be framed',
    read({ kind: 'frame', embed: 'https://handbook.example.org/week-1', frame: true }),
    ['https://handbook.example.org'],
  ],
  [
    'tabs of tabs',
    read({
      kind: 'tabs',
      tabs: [
        { label: 'A', page: '/tabs' },
        { label: 'B', embed: 'https://form.typeform.com/to/Ab12Cd34', id: 'b' },
      ],
    }),
    ["'self'", 'https://form.typeform.com', 'https://www.youtube-nocookie.com'],
  ],
])('a page with %s may frame exactly its own hosts', (_, page, sources) => {
  const tabs = read({
    kind: 'tabs',
    tabs: [
      { label: 'A', page: '/videos' },
      { label: 'B', id: 'b', embed: '/samples/week-form' },
    ],
  })
  const videos = read({ kind: 'frame', embed: 'https://youtu.be/abcdefghijk' })
  const pages = new Map([
    ['/tabs', tabs],
    ['/videos', videos],
  ])
  expect(frameSources(page, pages)).toEqual(sources)
})

function read(content: object): Page {
  return pageSchema.parse({ ...words, ...content })
}
