/** What the playlist costs as recordings pile up: time to build, size of the page, time to select and to search. */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { measureInBrowser } from './playlist-browser.ts'
import { writePlaylist, type Spoken } from './playlist-content.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What is built; everything else is linked or left. */
const COPIED = [
  'src',
  'integrations',
  'netlify',
  'tools',
  'public',
  'db',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
]

/** `350`, or `350+` for every video transcribed. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2) : ['35', '350', '350+', '3500', '10000']

/** Pages carry the rules they need; how many is no matter of the playlist's. */
const STYLE = /<style>.*?<\/style>/gs

/** Tells this process how long the processor worked on the build. */
const CPU_REPORT =
  'data:text/javascript,' +
  encodeURIComponent(
    "import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1e6)) })",
  )

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
  const project = await mkdtemp(join(tmpdir(), 'lanai-bench-'))
  try {
    for (const name of COPIED) await cp(join(ROOT, name), join(project, name), { recursive: true })
    await linkPackages(project)
    const content = join(project, 'src/content/playlist')
    await rm(content, { recursive: true })
    await writePlaylist(content, videos, spoken)

    const started = performance.now()
    const processor = await build(project)
    const seconds = (performance.now() - started) / 1000
    const vault = join(project, 'dist', await vaultOf(project))
    const page = await readFile(join(vault, 'video-playlist.html'))
    const files = await filesBelow(join(vault, 'video-playlist'))
    const indexes = files.filter(({ name }) => /(?:titles|spoken)-\d+\.json$/.test(name))
    const largest = indexes.toSorted((a, b) => b.bytes.length - a.bytes.length)[0]
    return {
      videos,
      'build s': seconds.toFixed(1),
      'build, s of processor': processor.toFixed(1),
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
      ...(await measureInBrowser(project, vault)),
    }
  } finally {
    await rm(project, { recursive: true })
  }
}

/** The packages are shared, what Astro keeps between builds is not. */
async function linkPackages(project: string): Promise<void> {
  const packages = await readdir(join(ROOT, 'node_modules'))
  await mkdir(join(project, 'node_modules'))
  for (const name of packages.filter((one) => !['.astro', '.vite'].includes(one))) {
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  }
}

/** @returns the processor's seconds: what a machine that does other things as well is measured by. */
function build(project: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const astro = spawn(
      process.execPath,
      ['--import', CPU_REPORT, 'node_modules/astro/bin/astro.mjs', 'build', '--silent'],
      {
        cwd: project,
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      },
    )
    let report = ''
    astro.stdio[3]?.on('data', (text: Buffer) => (report += text.toString()))
    astro.once('error', reject)
    astro.once('close', (code) => {
      if (code === 0) resolve(Number(report))
      else reject(new Error(`The build ended with ${code}.`))
    })
  })
}

async function vaultOf(project: string): Promise<string> {
  const names = await readdir(join(project, 'dist'))
  const vault = names.find((name) => /^[0-9a-f]{32}$/.test(name))
  if (!vault) throw new Error('The build has no vault.')
  return vault
}

async function filesBelow(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })))
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10
}
