import type { APIRoute } from 'astro'
import { getEntry } from 'astro:content'
import { calendarFile } from '../../components/samples/calendar-file.ts'
import { readSite } from '../../components/words.ts'

export const GET: APIRoute = async () => {
  const events = await getEntry('sampleEvents', 'events')
  const { brand } = await readSite()
  return new Response(calendarFile(brand, events?.data.events ?? []), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  })
}
