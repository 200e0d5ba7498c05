import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { lookup } from 'mrmime'
import {
  publicErrorScreens,
  publicFiles,
  publicScreens,
  SCREEN_KEYS,
  VAULT_KEYS,
} from '../src/shared/paths.ts'
import { emptyDeployStore, writeToDeployStore } from '../tools/deploy-store.ts'
import { listFiles } from '../src/content-check/list-files.ts'

/**
 * Moves everything that isn't public from the published files to the deploy store, so that bypassing the gate reveals nothing.
 * Error screens are in both.
 */
export function vault(): AstroIntegration {
  return {
    name: 'lanai-vault',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir)
        const root = fileURLToPath(new URL('..', dir))
        const store = async (keys: string, file: string) => {
          const bytes = await readFile(join(dist, file))
          await writeToDeployStore(root, keys + file, { bytes, metadata: { type: typeOf(file) } })
        }
        await emptyDeployStore(root)
        const locked = listFiles(dist).filter((file) => !isPublic(file))
        for (const file of locked) {
          await store(VAULT_KEYS, file)
          await rm(join(dist, file))
        }
        for (const file of errorScreens) await store(SCREEN_KEYS, file)
        logger.info(`Moved ${locked.length} protected files to the deploy store`)
      },
    },
  }
}

function typeOf(file: string): string {
  const type = lookup(file) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

function isPublic(file: string): boolean {
  return file.startsWith('_astro/') || publicOutput.has(file)
}

const errorScreens = publicErrorScreens.map((path) => `${path.slice(1)}.html`)

const publicOutput: ReadonlySet<string> = new Set([
  '_redirects',
  '_headers',
  ...publicFiles.map((path) => path.slice(1)),
  ...publicScreens.map((path) => `${path.slice(1)}.html`),
  ...errorScreens,
])
