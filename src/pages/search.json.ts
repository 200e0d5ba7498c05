import type { APIRoute } from 'astro'
import { readSearchEntries } from '#src/data/search-entries.ts'
import { readCohorts } from '#src/data/playlist.ts'

export const GET: APIRoute = async () => Response.json(await readSearchEntries(await readCohorts()))
