import { describe, expect, test } from 'vitest'
import type { Page } from '#src/embeds/embed.ts'
import { frameView } from '#src/components/frame-views.ts'
import { frameSources, framesOf } from '#src/embeds/frame-sources.ts'
import { pageSchema } from '#src/schemas/page.ts'
import { ownDocument } from '../support/own-document.ts'

const words = { title: 'A page', description: 'What it is for.' }
const CALENDAR = 'https://calendar.google.com/calendar/u/0?cid=dGVhbUBleGFtcGxlLm9yZw'

const schema = pageSchema([ownDocument('/handbook/rules'), ownDocument('/handbook/apply', 'form')])

describe('a page is read into frames and tabs', () => {
  test('a table of Airtable that is filled in is a form', () => {
    const page = read({ embed: 'https://airtable.com/shrA1b2C3d4E5f6G7', prefill: { Email: 'email' } })
    expect(framesOf(page, () => undefined)).toMatchObject([{ embed: { shape: 'form' } }])
  })

  test.each([
    ['agenda', 'AGENDA'],
    ['month', 'MONTH'],
    ['week', 'WEEK'],
  ])('a calendar’s view %s', (view, mode) => {
    const page = read({ embed: CALENDAR, view })
    expect(framesOf(page, () => undefined)).toMatchObject([
      {
        embed: {
          view,
          src: `https://calendar.google.com/calendar/embed?src=team%40example.org&mode=${mode}`,
          subscribeUrl: 'https://calendar.google.com/calendar/ical/team%40example.org/public/basic.ics',
        },
      },
    ])
  })

  test('several calendars are added by the page on which Google adds them', () => {
    const page = read({
      embed: 'https://calendar.google.com/calendar/embed?src=a%40example.org&src=b%40example.org',
    })
    expect(framesOf(page, () => undefined)).toMatchObject([
      {
        embed: {
          subscribeUrl: 'https://calendar.google.com/calendar/r?cid=a%40example.org&cid=b%40example.org',
        },
      },
    ])
  })
})

test.each([
  ['the programme’s zone', {}, 'Pacific/Auckland'],
  ['the zone that its page names', { timezone: 'America/Lima' }, 'America/Lima'],
])('a calendar is shown in %s', (_, fields, zone) => {
  const page = read({ embed: `${CALENDAR}&ctz=Europe%2FBerlin`, ...fields })
  const [frame] = framesOf(page, () => undefined).map((each) => frameView(each, 'Pacific/Auckland'))
  expect(frame?.zone).toBe(zone)
  for (const address of [frame?.src, frame?.href])
    expect(new URL(address ?? '').searchParams.getAll('ctz')).toEqual([zone])
})

describe('a page may frame exactly its own hosts', () => {
  const pages: Record<string, Page> = {
    '/videos': read({ embed: 'https://youtu.be/abcdefghijk' }),
    '/form': read({ embed: 'https://form.typeform.com/to/Ab12Cd34' }),
    '/cards': read({
      frames: [
        { title: 'A file', embed: 'https://www.dropbox.com/scl/fi/abc/deck.pdf' },
        { title: 'A page', embed: 'https://handbook.example.org/week-1' },
      ],
    }),
    '/let': read({ embed: 'https://handbook.example.org/week-1', frame: true }),
    '/own': read({ embed: '/handbook/rules' }),
    '/tabs': read({
      tabs: [
        { label: 'A', page: '/videos' },
        { label: 'B', id: 'b', embed: '/handbook/apply' },
      ],
    }),
    '/nested': read({
      tabs: [
        { label: 'A', page: '/tabs' },
        { label: 'B', page: '/form' },
      ],
    }),
  }
  const find = (path: string) => pages[path]

  test.each([
    ['/cards', []],
    ['/let', ['https://handbook.example.org']],
    ['/tabs', ["'self'", 'https://www.youtube-nocookie.com']],
    ['/nested', ["'self'", 'https://form.typeform.com', 'https://www.youtube-nocookie.com']],
  ])('%s', (path, sources) => {
    const page = pages[path]
    if (!page) throw new Error(path)
    expect(frameSources(page, find)).toEqual(sources)
  })

  test('none for a page without frames', () => {
    expect(frameSources(read({ adds: 'more' }), find)).toEqual([])
  })
})

function read(content: object): Page {
  return schema.parse({ ...words, ...content })
}
