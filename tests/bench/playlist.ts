/** What the playlist costs as recordings pile up: time to build, size of the page, time to select and to search. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { measureInBrowser } from './playlist-browser.ts'
import type { Spoken } from './playlist-content.ts'
import { buildPlaylistProject, vaultOf } from './playlist-project.ts'

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
    const vault = await vaultOf(root)
    const page = await readFile(join(vault, 'video-playlist.html'))
    const files = await filesBelow(join(vault, 'video-playlist'))
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
      ...(await measureInBrowser(root, vault)),
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

async function filesBelow(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })))
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10
}
