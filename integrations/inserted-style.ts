import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The hash that lets a package put its own style sheet into the page under a strict content security policy. It is
 * read from the installed package, so that an update can neither break it nor loosen the policy unnoticed.
 */
export function insertedStyleHash(name: 'vaul'): `sha256-${string}` {
  const module = readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')
  const literal = /^__insertCSS\((".*")\);?$/m.exec(module)?.[1]
  if (!literal)
    throw new Error(`${name} no longer inserts its style sheet as one text: look at its dist folder.`)
  const css = JSON.parse(literal) as string
  return `sha256-${createHash('sha256').update(css).digest('base64')}`
}
