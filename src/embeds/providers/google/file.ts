import { partsOf } from '../../addresses.ts'

/** A file of Google's editors: `/document/d/<id>/edit`, `/document/d/e/<id>/pub`, behind `/u/1` or `/a/<domain>` or not. */
export function googleFile(url: URL, kind: string): GoogleFile | undefined {
  if (url.hostname !== 'docs.google.com') return undefined
  const all = partsOf(url)
  const start = all[0] === 'a' ? 2 : 0
  if (all[start] !== kind) return undefined

  const parts = all.slice(start + 1)
  const below = parts[0] === 'u' ? parts.slice(2) : parts
  const isPublished = below[0] === 'd' && below[1] === 'e'
  const [id, verb = ''] = isPublished ? below.slice(2) : below.slice(1)
  return { id: below[0] === 'd' && id && /^[\w-]{3,}$/.test(id) ? id : undefined, isPublished, verb }
}

export interface GoogleFile {
  /** undefined for the editor's start page. */
  id: string | undefined
  /** “Published to the web”: another id, and only to read. */
  isPublished: boolean
  /** The last part: `edit`, `pub`, `viewform` … */
  verb: string
}
