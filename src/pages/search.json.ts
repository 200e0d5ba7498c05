import type { APIRoute } from 'astro'
import { readEntries } from '../data/search-entries.ts'
import { readCohorts } from '../data/playlist.ts'

export const GET: APIRoute = async () => Response.json(await readEntries(await readCohorts()))
