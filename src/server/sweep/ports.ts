/** What is left behind: rows that have expired, accounts that are due, pictures that nothing points to. */
export interface Remains {
  /** Removes at most so many rows of each kind; says how many of which. */
  removeRows(atMost: number): Promise<Record<string, number>>
  /** Deletes accounts whose day is over, and orphaned pictures. */
  removeAccounts(): Promise<Record<string, number>>
}
