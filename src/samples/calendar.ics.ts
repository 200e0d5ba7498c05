import type { APIRoute } from 'astro'
import { readSite } from '../components/words.ts'
import { events } from './read.ts'
import { calendarFile } from './calendar/file.ts'

export const GET: APIRoute = async () => {
  const { brand } = await readSite()
  return new Response(calendarFile(brand, events), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  })
}
