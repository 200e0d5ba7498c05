import type { APIRoute } from 'astro'
import { readEntries } from '../components/entries.ts'
import { readCohorts } from '../components/playlist/playlist.ts'

export const GET: APIRoute = async () => Response.json(await readEntries(await readCohorts()))
