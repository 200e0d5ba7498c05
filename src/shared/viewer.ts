/** The signed-in member a page is shown to, as the gate writes them into the page. */
export interface Viewer {
  email: string
  /** null when the member gave no name. */
  fullName: string | null
  /** A path of this site; null when the member has no picture. */
  avatarUrl: string | null
}

/** The id of the JSON block that carries the viewer in every members' page. */
export const VIEWER_ELEMENT_ID = 'viewer'

/** docs/product.md, Display of a member. */
export function displayName(viewer: Pick<Viewer, 'fullName'>): string {
  return viewer.fullName?.trim() || 'User'
}

/** An ʻokina, an apostrophe or a quotation mark is no initial: ʻŌhiʻa begins with Ō. */
const BEFORE_LETTER = /^[ʻʼ‘’'"“”(]+/u

/** More letters than this do not fit a round picture of 32 px. */
const MAX_INITIALS = 3

/**
 * What stands in for a missing picture (docs/product.md, Display of a member): the initials of the name's words,
 * else the e-mail's first letter, else 'U'. A letter is a whole grapheme: never half an emoji.
 */
export function initials(viewer: Pick<Viewer, 'fullName' | 'email'>): string {
  const words = viewer.fullName?.split(/\s+/u).filter(Boolean) ?? []
  if (words.length === 0) return firstLetter(viewer.email) || 'U'
  return words.slice(0, MAX_INITIALS).map(firstLetter).join('')
}

function firstLetter(text: string): string {
  const [first] = graphemes.segment(text.replace(BEFORE_LETTER, ''))
  return first?.segment.toLocaleUpperCase() ?? ''
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
