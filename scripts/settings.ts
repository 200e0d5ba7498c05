import { join } from 'node:path'
import { readUnfinished, sayUnfinished } from '../src/content-check/unfinished.ts'
import { packs } from '../src/packs.ts'
import { formatTable } from '../tools/table.ts'
import { judgeSettings, readers, type Settings } from './settings/judge.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * `npm run check:settings`: says of every setting of the site what is wrong with it and who reads it, before a build is
 * published, and warns of what in the content is a sample or empty.
 */
export function checkSettings(env: Settings, say: (line: string) => void, root = ROOT): 0 | 1 {
  for (const sentence of sayUnfinished(readUnfinished(root, packs))) say(`Warning: ${sentence}`)
  const problems = judgeSettings(env)
  if (problems.length === 0) return 0
  const rows = problems.map(({ variable, why }) => [variable, why, readers[variable] ?? ''])
  say(
    `Settings to put right:\n\n${formatTable(['setting', 'what is wrong', 'read by'], rows, Infinity)}\n\n${WHERE}`,
  )
  return 1
}

/** Scopes are Netlify's; plans without them give every setting to all. */
const WHERE = `In Netlify: Project configuration, Environment variables, for the context of this build. Their scope is Functions, which the
gate at the edge reads too, and Builds: a build uses none of them, but this check can see no other. docs/deploy.md says more.`

if (import.meta.main) process.exitCode = checkSettings(process.env, (line) => console.error(line))
