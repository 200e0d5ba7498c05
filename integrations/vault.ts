import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { publicErrorScreens, publicFiles, publicScreens } from '../src/shared/paths.ts'
import { filesBelow } from '../tools/files-below.ts'
import { virtualModule } from './virtual-module.ts'

const MODULE_ID = 'virtual:lanai/vault'

/** 128 bits: nobody guesses the directory, so a gate that is skipped leaves nothing to find. */
const VAULT_NAME_BYTES = 16

/**
 * Moves everything that is not public into a directory named by random bits of this build. The name is known to
 * the server's bundles alone, as the module `virtual:lanai/vault`.
 */
export function vault(): AstroIntegration {
  const vaultName = randomBytes(VAULT_NAME_BYTES).toString('hex')

  return {
    name: 'lanai-vault',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: { plugins: [virtualModule(MODULE_ID, () => `export const vaultPath = '/${vaultName}'`)] },
        })
      },
      'astro:build:done': async ({ dir, logger }) => {
        const moved = await lockAway(fileURLToPath(dir), vaultName)
        logger.info(`${moved} protected files locked away`)
      },
    },
  }
}

/** @returns how many files were moved. */
async function lockAway(outDir: string, vaultName: string): Promise<number> {
  const files = filesBelow(outDir)
  const locked = files.filter((file) => !isPublic(file))
  for (const file of locked) {
    const target = join(outDir, vaultName, file)
    await mkdir(dirname(target), { recursive: true })
    await rename(join(outDir, file), target)
  }
  await removeEmptyDirectories(outDir)
  return locked.length
}

/** Files the host itself reads, scripts and styles (never gated by the adapter), and what `paths.ts` lists. */
function isPublic(file: string): boolean {
  return file.startsWith('_astro/') || publicOutput.has(file)
}

const publicOutput: ReadonlySet<string> = new Set([
  '_redirects',
  '_headers',
  ...publicFiles.map((path) => path.slice(1)),
  ...[...publicScreens, ...publicErrorScreens].map((path) => `${path.slice(1)}.html`),
])

async function removeEmptyDirectories(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(directory, entry.name)
    await removeEmptyDirectories(path)
    if ((await readdir(path)).length === 0) await rmdir(path)
  }
}
