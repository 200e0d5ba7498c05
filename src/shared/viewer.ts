import * as z from 'zod/mini'

/**
 * What a page may know of the signed-in member it is shown to. What the gate writes and makes ETags of, what the
 * database is asked for and what actions return are made from these fields.
 */
// Marked as pure in one piece: scripts of pages, which need the type and `viewerPlaceholders` alone, then carry no schema library.
export const Viewer = /* @__PURE__ */ (() =>
  z.object({
    email: z.string(),
    /** null when the member gave no name. */
    fullName: z.nullable(z.string()),
    /** A path of this site; null when the member has no picture. */
    avatarUrl: z.nullable(z.string()),
  }))()
export type Viewer = z.output<typeof Viewer>

/** The fields of the viewer and nothing else that is known about the member, always in the same order. */
export function viewerOf(member: Viewer): Viewer {
  return Viewer.parse(member)
}

/** The id of the JSON block that carries the viewer in every members' page. */
export const VIEWER_ELEMENT_ID = 'viewer'

/** What can stand in a page about the viewer, as plain text; of the picture, its address. Empty when there is nothing. */
export const viewerPlaceholders = {
  /** docs/product.md, Display of a member. */
  name: ({ fullName }) => fullName?.trim() || 'User',
  'comma-name': ({ fullName }) => (fullName?.trim() ? `, ${fullName.trim()}` : ''),
  email: ({ email }) => email,
  initials,
  picture: ({ avatarUrl }) => avatarUrl ?? '',
} satisfies Record<string, (viewer: Viewer) => string>

export type ViewerPlaceholder = keyof typeof viewerPlaceholders

/** An ʻokina, an apostrophe or a quotation mark is no initial: ʻŌhiʻa begins with Ō. */
const BEFORE_LETTER = /^[ʻʼ‘’'"“”(]+/u

/** More letters than this do not fit a round picture of 32 px. */
const MAX_INITIALS = 3

/**
 * What stands in for a missing picture (docs/product.md, Display of a member): the initials of the name's words,
 * else the e-mail's first letter, else 'U'. A letter is a whole grapheme: never half an emoji.
 */
export function initials(viewer: Pick<Viewer, 'fullName' | 'email'>): string {
  const words = viewer.fullName?.match(/\S+/gu) ?? []
  if (words.length === 0) return firstLetter(viewer.email) || 'U'
  return words.slice(0, MAX_INITIALS).map(firstLetter).join('')
}

/** One for all, made when it is first needed: one for each letter was a twelfth of what a page costs the server. */
let graphemes: Intl.Segmenter | undefined

function firstLetter(text: string): string {
  graphemes ??= new Intl.Segmenter()
  const [first] = graphemes.segment(text.replace(BEFORE_LETTER, ''))
  return first?.segment.toLocaleUpperCase() ?? ''
}
