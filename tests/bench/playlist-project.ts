import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPackages, writeProject } from '../support/project-copy.ts'
import { writePlaylist, type Spoken } from './playlist-content.ts'

/** Tells this process how long the processor worked on the build. */
const CPU_REPORT =
  'data:text/javascript,' +
  encodeURIComponent(
    "import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1e6)) })",
  )

/** A copy of the project with so many videos in its playlist, built. Whoever asks for it removes its folder. */
export async function buildPlaylistProject(videos: number, spoken: Spoken): Promise<BuiltProject> {
  const root = await mkdtemp(join(tmpdir(), 'lanai-bench-'))
  try {
    writeProject(root)
    linkPackages(root)
    const content = join(root, 'src/content/playlist')
    await rm(content, { recursive: true })
    await writePlaylist(content, videos, spoken)
    await forgetWelcome(join(root, 'src/content/home.yaml'))
    const started = performance.now()
    const processorSeconds = await build(root)
    return { root, seconds: (performance.now() - started) / 1000, processorSeconds }
  } catch (error) {
    await rm(root, { recursive: true })
    throw error
  }
}

/** Home waits for a video of the playlist that was there. */
async function forgetWelcome(home: string): Promise<void> {
  const words = await readFile(home, 'utf8')
  await writeFile(home, words.replace(/^ *until: .*\n/m, ''))
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

export interface BuiltProject {
  root: string
  seconds: number
  processorSeconds: number
}
