import type { Account, Clock } from '#src/server/vendors/ports.ts'

/** What the fakes of one portal share. */
export interface Memory {
  /** By e-mail. */
  people: Map<string, Person>
  /** By token, oldest first. */
  sessions: Map<string, Person>
  /** By token, oldest first. */
  devices: Map<string, Person>
  mails: Mail[]
  /** Addresses on the roster, each with whether it is spent. */
  roster: Map<string, boolean>
  clock: Clock
}

export interface Person {
  email: string
  fullName: string | null
  account: Account
  isConfirmed: boolean
  isProven: boolean
  /** Whether anybody ever decided about the account. */
  isDecided: boolean
  /** Of the browser that signed up. */
  browserToken: string
  /** Each token with the time at which it expires. */
  confirmLinks: Map<string, number>
  resetLinks: Map<string, number>
}

export interface Mail {
  kind: string
  to: string
  token: string | null
}
