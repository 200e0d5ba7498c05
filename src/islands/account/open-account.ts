/** Of `window`: the account's dialog is to be opened, or will be soon. */
export const OPEN_ACCOUNT_EVENT = 'lanai:open-account'

let wish: Wish | null = null

/** Opens the account over the page; closing it gives the focus to `opener`. */
export function openAccount(opener = document.activeElement): void {
  wish = { opener: opener instanceof HTMLElement ? opener : null }
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

interface Wish {
  opener: HTMLElement | null
}
