import { expect, test } from 'vitest'
import { frameView } from '#src/components/frame-views.ts'
import { framesOf } from '#src/embeds/frame-sources.ts'
import { pageSchema } from '#src/schemas/page.ts'

const CALENDAR = 'https://calendar.google.com/calendar/embed?src=team%40example.org&ctz=Europe%2FBerlin'

test.each([
  ['the programme’s zone, whatever the pasted address names', {}, 'Pacific/Auckland'],
  ['the zone that its page names', { timezone: 'America/Lima' }, 'America/Lima'],
])('a calendar is shown in %s', (_, fields, zone) => {
  const page = pageSchema([]).parse({ title: 'A', description: 'B', embed: CALENDAR, ...fields })
  const [frame] = framesOf(page, () => undefined).map((each) => frameView(each, 'Pacific/Auckland'))
  expect(frame?.zone).toBe(zone)
  for (const address of [frame?.src, frame?.href]) {
    expect(new URL(address ?? '').searchParams.getAll('ctz')).toEqual([zone])
  }
})

test('a frame that is no calendar has no zone', () => {
  const page = pageSchema([]).parse({ title: 'A', description: 'B', embed: 'https://example.org/' })
  const [frame] = framesOf(page, () => undefined).map((each) => frameView(each, 'Pacific/Auckland'))
  expect([frame?.zone, frame?.src]).toEqual([undefined, 'https://example.org/'])
})
