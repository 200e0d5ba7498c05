export interface ActivePage {
  path: string
  /** Whether this is the page's parent, because the page itself has no entry. */
  isParent: boolean
}
