/** Of `window`: the account's dialog is to be opened or closed, or will be soon. */
const ACCOUNT_EVENT = 'lanai:account'

let shown: AccountShown = { open: false, opener: { current: null } }

/** Opens the account over the page; closing it gives the focus to `opener`. Its code is fetched for that. */
export function openAccount(opener: HTMLElement | null): void {
  change({ open: true, opener: { current: opener } })
}

/** Has its code fetched: somebody is about to open it. */
export function reachForAccount(): void {
  change(shown)
}

export function closeAccount(): void {
  change({ ...shown, open: false })
}

export function accountShown(): AccountShown {
  return shown
}

/** Calls back whenever that changes. Returns what ends it. */
export function onAccountShown(callback: () => void): () => void {
  addEventListener(ACCOUNT_EVENT, callback)
  return () => removeEventListener(ACCOUNT_EVENT, callback)
}

function change(next: AccountShown): void {
  shown = next
  dispatchEvent(new Event(ACCOUNT_EVENT))
}

interface AccountShown {
  open: boolean
  opener: { current: HTMLElement | null }
}
