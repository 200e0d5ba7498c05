/** Of `window`: the account's dialog is to be opened, or will be soon. */
export const OPEN_ACCOUNT_EVENT = 'lanai:open-account'

let wish: Wish | null = null

/** Opens the account over the page, at a section; closing it gives the focus to what has it now. */
export function openAccount(section: Section = 'profile'): void {
  const { activeElement } = document
  wish = { opener: activeElement instanceof HTMLElement ? activeElement : null, section }
  dispatchEvent(new Event(OPEN_ACCOUNT_EVENT))
}

/** Has what opens it fetched: somebody is near. */
export function reachForAccount(): void {
  dispatchEvent(new Event(OPEN_ACCOUNT_EVENT))
}

/** That it be opened, once. */
export function takeWish(): Wish | null {
  const taken = wish
  wish = null
  return taken
}

export type Section = 'profile' | 'security' | 'calendar' | 'data'

interface Wish {
  opener: HTMLElement | null
  section: Section
}
