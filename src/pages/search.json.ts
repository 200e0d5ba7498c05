import type { APIRoute } from 'astro'
import { readSearchEntries } from '../data/search-entries.ts'
import { readCohorts } from '../data/playlist.ts'

export const GET: APIRoute = async () => Response.json(await readSearchEntries(await readCohorts()))
