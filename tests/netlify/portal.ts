import { randomInt } from 'node:crypto'
import { lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { EMULATION } from './emulation/install.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { runNpmScript, type RunningScript } from '../support/npm-script.ts'

/** The tests' build as `npm run preview:netlify` runs it. */
export async function startPreview(): Promise<Preview> {
  shareEmulation()
  const folder = await mkdtemp(join(tmpdir(), 'lanai-preview-'))
  const port = randomInt(20_000, 30_000)
  const args = ['--port', String(port), '--data', folder]
  const preview = await runNpmScript('preview:netlify', args, /password/)
  const note = await readFile(join(folder, 'stack.json'), 'utf8')
  return {
    ...preview,
    siteUrl: `http://localhost:${port}`,
    databaseUrl: (JSON.parse(note) as { databaseUrl: string }).databaseUrl,
    remove: () => rm(folder, { recursive: true }),
  }
}

/** It is 380 MB: what the project has is enough for the tests' build. */
function shareEmulation(): void {
  const link = join(BUILT_PROJECT, '.netlify/emulation')
  for (const folder of [EMULATION, dirname(link)]) mkdirSync(folder, { recursive: true })
  if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(EMULATION, link)
}

export interface Preview extends RunningScript {
  siteUrl: string
  databaseUrl: string
  /** After it has ended. */
  remove: () => Promise<void>
}
