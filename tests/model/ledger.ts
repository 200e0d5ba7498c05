/**
 * The rule of who may enter, kept beside the product and by other means: from what people did, never from what the
 * database says about links, passwords or decisions.
 *
 * No one sees a protected page who did not prove the mailbox of an account that a person approved or invited, unless a
 * person approved it knowing that the address was not confirmed.
 */
export class Ledger {
  readonly #accounts = new Map<string, Account>()
  /** What each step broke, as sentences. */
  readonly violations: string[] = []

  /** What all accounts are after a step, and what a person decided in it. */
  observe(seen: readonly Observed[], decision: Decision | null): void {
    const present = new Set(seen.map(({ id }) => id))
    for (const id of this.#accounts.keys()) if (!present.has(id)) this.#accounts.delete(id)
    for (const { id, email, status } of seen) {
      const account = this.#find(id)
      const isDecided = decision?.email === email
      if (status !== account.status && !isDecided) {
        this.violations.push(`${email} went from ${account.status} to ${status} without a decision.`)
      }
      // Whoever is a member already stays as they are.
      if (isDecided && decision.invites && account.status !== 'approved') account.isVouchedFor = false
      account.status = status
      if (isDecided && decision.vouches && status === 'approved' && account.provenBy.size === 0) {
        account.isVouchedFor = true
      }
    }
  }

  /** Used a link that was mailed to this account, and with `password` chose its password. */
  proved({ name }: Person, accountId: string, { password }: { password: boolean }): void {
    const account = this.#find(accountId)
    account.provenBy.add(name)
    if (password) account.isVouchedFor = false
  }

  /** A protected page of this account was shown to a person. */
  entered({ name }: Person, accountId: string): void {
    const { status, provenBy, isVouchedFor } = this.#find(accountId)
    if (status !== 'approved') this.violations.push(`${name} entered an account that is ${status}.`)
    else if (!provenBy.has(name) && !isVouchedFor) {
      this.violations.push(`${name} entered an account whose mailbox they never proved.`)
    }
  }

  #find(id: string): Account {
    const account = this.#accounts.get(id) ?? { status: 'pending', provenBy: new Set(), isVouchedFor: false }
    this.#accounts.set(id, account)
    return account
  }
}

/** About the account that has this address. */
export interface Decision {
  email: string
  /** The administrator lets in an account though its address is not confirmed. */
  vouches?: boolean
  invites?: boolean
}

export interface Person {
  name: string
  password: string
  /** Addresses whose mail they alone read. */
  mailboxes: readonly string[]
}

export interface Observed {
  id: string
  email: string
  status: Status
}

interface Account {
  status: Status
  provenBy: Set<string>
  isVouchedFor: boolean
}

type Status = 'pending' | 'approved' | 'denied'
