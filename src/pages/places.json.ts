import type { APIRoute } from 'astro'
import { readPlaces } from '../components/places.ts'

/** What the palette finds by name; in the vault like every page. */
export const GET: APIRoute = async () => Response.json(await readPlaces())
