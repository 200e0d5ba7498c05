export interface ActivePage {
  path: string
  isParent: boolean
}
