import * as z from 'zod/mini'

/**
 * All that pages may know about the signed-in member. The gate, the session query and the actions use these fields.
 */
// Marked as pure, so that page scripts that only import other exports don't include zod.
export const Viewer = /* @__PURE__ */ (() =>
  z.object({
    /** Keeps the data of several members apart in the storage of one browser. */
    id: z.string(),
    email: z.string(),
    /** null when the member gave no name. */
    fullName: z.nullable(z.string()),
    /** A path of this site; null when the member has no picture. */
    avatarUrl: z.nullable(z.string()),
    /** When they could first sign in, in milliseconds since 1970; null until they can. They missed no deadline before. */
    memberSince: z.nullable(z.number()),
    hasPendingDeletion: z.boolean(),
  }))()
export type Viewer = z.output<typeof Viewer>

export function viewerOf(member: Viewer): Viewer {
  return Viewer.parse(member)
}

export const VIEWER_ELEMENT_ID = 'viewer'

/** Placeholders in pages, as plain text or the picture's URL; '' when there is none. */
export const placeholders = {
  /** docs/product.md, Display of a member. */
  name: ({ fullName }: Pick<Viewer, 'fullName'>) => fullName?.trim() || 'User',
  'comma-name': ({ fullName }) => (fullName?.trim() ? `, ${fullName.trim()}` : ''),
  email: ({ email }) => email,
  initials,
  picture: ({ avatarUrl }) => avatarUrl ?? '',
} satisfies Record<string, (viewer: Viewer) => string>

export type Placeholder = keyof typeof placeholders

// ʻŌhiʻa begins with Ō.
const LEADING_MARKS = /^[ʻʼ‘’'"“”(]+/u

// More don't fit into a circle of 32 px.
const MAX_INITIALS = 3

/**
 * Shown in place of a picture (docs/product.md, Display of a member): the initials of the name, or the address's first letter,
 * or 'U'. Letters are graphemes, so emoji stay whole.
 */
export function initials(viewer: Pick<Viewer, 'fullName'> & { email: string | null }): string {
  const words = viewer.fullName?.match(/\S+/gu) ?? []
  if (words.length === 0) return firstLetter(viewer.email ?? '') || 'U'
  return words.slice(0, MAX_INITIALS).map(firstLetter).join('')
}

function firstLetter(text: string): string {
  const word = text.replace(LEADING_MARKS, '')
  return (SIMPLE_LETTER.exec(word)?.[0] ?? firstGrapheme(word)).toLocaleUpperCase()
}

// Most names begin with a plain letter, which saves the page's first segmenter: 40 ms on a phone.
const SIMPLE_LETTER = /^\p{L}(?![\p{M}\u200d])/u

function firstGrapheme(word: string): string {
  const [first] = new Intl.Segmenter().segment(word)
  return first?.segment ?? ''
}
