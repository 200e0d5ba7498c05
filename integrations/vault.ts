import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { publicErrorScreens, publicFiles, publicScreens } from '../src/shared/paths.ts'

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
        updateConfig({ vite: { plugins: [vaultModule(`/${vaultName}`)] } })
      },
      'astro:build:done': async ({ dir, logger }) => {
        const moved = await lockAway(fileURLToPath(dir), vaultName)
        logger.info(`${moved} protected files locked away`)
      },
    },
  }
}

function vaultModule(vaultPath: string) {
  return {
    name: 'lanai-vault',
    resolveId: (id: string) => (id === MODULE_ID ? `\0${MODULE_ID}` : undefined),
    load(this: { environment?: { name: string } }, id: string) {
      if (id !== `\0${MODULE_ID}`) return undefined
      if (this.environment?.name === 'client') throw new Error(`${MODULE_ID} must never reach a browser.`)
      return `export const vaultPath = ${JSON.stringify(vaultPath)}`
    },
  }
}

/** @returns how many files were moved. */
async function lockAway(outDir: string, vaultName: string): Promise<number> {
  const files = await filesBelow(outDir)
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

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

async function removeEmptyDirectories(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(directory, entry.name)
    await removeEmptyDirectories(path)
    if ((await readdir(path)).length === 0) await rmdir(path)
  }
}
