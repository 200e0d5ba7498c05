import { extname } from 'node:path'
import { writeWords } from '#src/server/gate/page.ts'
import type { BuiltSite } from '../support/built-site.ts'
import { FULL_NAME, type Visitor } from '../support/signed-in-member.ts'

/** A built file as this visitor of the portal is to be shown it. */
export function asShown(site: BuiltSite, file: string, who: Visitor): Buffer {
  const bytes = new TextEncoder().encode(site.readProtected(file))
  const viewer = {
    email: `${who}@example.com`,
    fullName: FULL_NAME,
    avatarUrl: null,
    isEditor: who === 'editor',
  }
  return Buffer.from(file.endsWith('.html') ? writeWords(bytes, { viewer }) : bytes)
}

/** The content type it is to be sent with. */
export function typeOf(file: string): string | undefined {
  return types[extname(file)]
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.json': 'application/json',
}
