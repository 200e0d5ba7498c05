/** Where this page is in the navigation. */
export interface ActivePage {
  path: string
  /** The page has no entry: the one at `path` leads to it. */
  isBelow: boolean
}
