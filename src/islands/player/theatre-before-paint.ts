import { readStored } from '../stored.ts'

/* An inline script in the head: theatre mode is on from the first paint. */
const preferences = readStored('video-preferences') as { theatre: boolean } | null
document.documentElement.toggleAttribute('data-theatre', preferences?.theatre === true)
