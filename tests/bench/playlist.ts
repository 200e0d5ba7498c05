/** What the playlist costs as recordings pile up: time to build, size of the page, time to select and to search. */
import { readFile, rm } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import { VAULT_KEYS } from '#src/shared/paths.ts'
import { fileInDeployStore, keysOfDeployStore } from '../../tools/deploy-store.ts'
import { measureInBrowser } from './playlist-browser.ts'
import type { Spoken } from './playlist-content.ts'
import { buildPlaylistProject } from './playlist-project.ts'

/** `350`, or `350+` for every video transcribed. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2) : ['35', '350', '350+', '3500', '10000']

/** Pages carry the rules they need; how many is no matter of the playlist's. */
const STYLE = /<style>.*?<\/style>/gs

console.log(
  `Load before: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')} on ${cpus().length} cores`,
)
const rows: Record<string, string | number>[] = []
for (const size of SIZES) rows.push(await measure(parseInt(size), size.endsWith('+') ? 'all' : 'some'))
// A measure a line: the table is as wide as there are sizes.
console.table(
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [
      name,
      Object.fromEntries(rows.map((row, at) => [SIZES[at], row[name]])),
    ]),
  ),
)

async function measure(videos: number, spoken: Spoken): Promise<Record<string, string | number>> {
  const { root, seconds, processorSeconds } = await buildPlaylistProject(videos, spoken)
  try {
    const page = await readFile(fileInDeployStore(root, `${VAULT_KEYS}video-playlist.html`))
    const files = await playlistFiles(root)
    const indexes = files.filter(({ name }) => /(?:titles|spoken)-\d+\.json$/.test(name))
    const largest = indexes.toSorted((a, b) => b.bytes.length - a.bytes.length)[0]
    return {
      videos,
      'build s': seconds.toFixed(1),
      'build, s of processor': processorSeconds.toFixed(1),
      'build, s a 1,000 videos': ((seconds / videos) * 1000).toFixed(1),
      files: files.length + 1,
      'page kB': kilobytes(page.length),
      'page gzip kB': kilobytes(gzipSync(page).length),
      'page without its style, gzip kB': kilobytes(gzipSync(page.toString().replace(STYLE, '')).length),
      'largest page gzip kB': kilobytes(
        Math.max(
          ...files.filter(({ name }) => name.endsWith('.html')).map(({ bytes }) => gzipSync(bytes).length),
        ),
      ),
      'indexes kB': kilobytes(indexes.reduce((sum, { bytes }) => sum + bytes.length, 0)),
      'largest index gzip kB': largest ? kilobytes(gzipSync(largest.bytes).length) : 0,
      ...(await measureInBrowser(root)),
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

async function playlistFiles(root: string): Promise<{ name: string; bytes: Buffer }[]> {
  const keys = keysOfDeployStore(root).filter((key) => key.startsWith(`${VAULT_KEYS}video-playlist/`))
  return Promise.all(
    keys.map(async (name) => ({ name, bytes: await readFile(fileInDeployStore(root, name)) })),
  )
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10
}
