/** Asks for the account's dialog, which wakes for it. */
export function openAccount(): void {
  dispatchEvent(new Event('lanai:open-account'))
}
