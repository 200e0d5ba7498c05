import { join } from 'node:path'
import { readUnfinished, sayUnfinished } from '../src/content-check/unfinished.ts'
import { packs } from '../src/packs.ts'
import { InvalidEnvError, readDeliveryEnv, readEnv } from '../src/server/env.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * `npm run check:settings`: names every setting of the site that is missing or malformed, before a build is published, and
 * warns of what in the content is a sample or empty.
 */
export function checkSettings(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  root = ROOT,
): 0 | 1 {
  for (const sentence of sayUnfinished(readUnfinished(root, packs))) say(`Warning: ${sentence}`)
  const wrong = [readEnv, readDeliveryEnv].flatMap((read) => variablesMissing(() => read(env)))
  if (wrong.length === 0) return 0
  say(
    `Missing or malformed settings: ${[...new Set(wrong)].join(', ')}. Set them for builds and functions, see docs/deploy.md.`,
  )
  return 1
}

function variablesMissing(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof InvalidEnvError) return error.variables
    throw error
  }
}

if (import.meta.main) process.exitCode = checkSettings(process.env, (line) => console.error(line))
